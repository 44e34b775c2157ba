// A browser whose page is slow sees a drag all at once, and must still see where it began.
import { expect, test } from 'vitest';
import { startProduct } from '../../harness/product.js';
import { startFixture } from '../../support/apps.js';
import { openDesktop } from '../../support/desktop.js';
import { renderersOf, whileStopped } from '../../support/parts/renderers.js';
import { startSentinel } from '../../support/sentinel.js';
import { expectUndisturbed } from '../../support/undisturbed.js';

test.each(['beside', 'under'])(
  'a page that stood still during a drag sees it begin where it began, %s the person’s window',
  async (where) => {
    await using desktop = await openDesktop();
    const app = await startFixture(desktop, 'chromium');
    await using product = startProduct(desktop);
    const target = product.at(app);
    await product.call('click', { ...target, ...app.centre('button') });
    const at = where === 'under' ? { at: { x: 560, y: 10, width: 700, height: 860 } } : {};
    const watch = await startSentinel(desktop, { typing: true, targets: [app.windowId], ...at });
    const renderers = await renderersOf(desktop, app.pid);
    expect(renderers.length).toBeGreaterThan(0);
    const from = app.eventCount();
    const [start, end] = [app.centre('canvas'), app.centre('button')];
    const path = { from_x: start.x, from_y: start.y, to_x: end.x, to_y: end.y, duration_ms: 60 };
    await whileStopped(renderers, () => product.call('drag', { ...target, ...path }));
    await app.waitForEvent('the release', ({ type }) => type === 'release', { from });
    await product.call('end_session', {});
    expectUndisturbed(await watch.stop());
    const seen = app.eventsFrom(from).filter(({ type }) => ['press', 'drag', 'release'].includes(type));
    const dragged = seen.slice(seen.findIndex(({ type }) => type === 'press') + 1);
    expect(dragged[0]).toMatchObject({ type: 'drag', widget: 'canvas' });
    expect(dragged.at(-1)).toMatchObject({ type: 'release', widget: 'button' });
  },
);
