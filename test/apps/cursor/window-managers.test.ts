// Whoever manages the windows, the cursor glides over the person's without a trace.
import { expect, test } from 'vitest';
import { startProduct } from '../../harness/product.js';
import { openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import { startSentinel } from '../../support/sentinel.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { distance, screenPixel } from './cursor-windows.js';

const repainted = [/^(expose|visibility) on the person's window/];

test.each([
  { wm: 'xfwm4', compositor: true },
  { wm: 'metacity', compositor: true },
  { wm: 'kwin_x11', compositor: false },
  { wm: 'i3', compositor: false },
  { wm: 'fluxbox', compositor: false },
  { wm: 'none', compositor: true },
] as const)('$wm, compositor: $compositor', async ({ wm, compositor }) => {
  await using desktop = await openDesktop({ wm, compositor });
  await using product = startProduct(desktop, { session: 'painter', config: { overlay: true } });
  await product.call('set_agent_cursor_motion', { idle_hide_ms: 0, glide_ms: 200 });
  const watch = await startSentinel(desktop, { typing: true, ignore: ['offhand-cursor'] });
  const { x, y, width, height } = await oracleOf(desktop).window(watch.window);
  const inside = [
    { x: x + 30, y: y + 30 },
    { x: x + width - 80, y: y + height - 90 },
    { x: x + 90, y: y + Math.round(height / 2) },
  ];
  for (const place of inside) await product.call('move_agent_cursor', { ...place, wait: true });
  const { color, position } = await product.call('get_agent_cursor_state', {});
  const seen = await screenPixel(desktop, (position?.x ?? 0) + 7, (position?.y ?? 0) + 6);
  const report = await watch.stop();
  expectUndisturbed(report, { allow: compositor ? [] : repainted });
  expect(distance(seen, color?.hex ?? '')).toBeLessThan(40);
});
