// A window that a program opens because of what an agent did there does not get the person.
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { startProduct } from '../harness/product.js';
import { openDesktop } from '../support/desktop.js';
import { startSentinel } from '../support/sentinel.js';
import { until } from '../support/until.js';
import { managers } from './seat/busy-agent.js';
import { isLeftAlone } from './seat/persons-way.js';

const opener = fileURLToPath(new URL('../fixtures/apps/opener.py', import.meta.url));

/** What makes it open one, and how it is told. */
const ways = [
  { act: 'its button is pressed', by: 'accessibility' },
  { act: 'its button is pressed', by: 'synthetic_events' },
  { act: 'its text is set', by: 'accessibility' },
] as const;
const cases = ['gtk3', 'gtk4', 'qt5'].flatMap((toolkit) => ways.map((way) => ({ toolkit, ...way })));
/** Its texts can only be typed into. */
const isPossible = ({ toolkit, act }: (typeof cases)[number]) => toolkit !== 'gtk4' || act === 'its button is pressed';

describe.each(cases.filter(isPossible))('a window that $toolkit opens when $act by $by', ({ toolkit, act, by }) => {
  test.each(managers)('leaves the person where they are under %s', async (wm) => {
    await using desktop = await openDesktop({ wm });
    const program = desktop.runApp('/usr/bin/python3', [opener, toolkit]);
    const window_id = await desktop.waitForWindow({ title: '^Opener$' });
    const watch = await startSentinel(desktop, { typing: true });
    await using product = startProduct(desktop);
    const target = { pid: program.pid, window_id };
    const isMeant = ({ label, role }: { label?: string; role: string }) =>
      act === 'its text is set' ? role === 'textfield' : label === 'Open';
    const findElement = async () =>
      (await product.call('get_window_state', { ...target, include_screenshot: false })).elements?.find(isMeant);
    const { element_index, frame } = await until(findElement, { what: 'what is acted on' });
    const place = by === 'accessibility' ? { element_index } : { x: (frame?.x ?? 0) + 20, y: (frame?.y ?? 0) + 20 };
    const { route } =
      act === 'its text is set'
        ? await product.call('set_value', { ...target, element_index, value: 'x' })
        : await product.call('click', { ...target, ...place });
    expect(route).toBe(by);
    const opened = await desktop.waitForWindow({ title: '^Opened$' });
    const typed = (await watch.typed()).length;
    await until(async () => (await watch.typed()).length > typed + 20, { what: 'the person types on' });
    await until(() => isLeftAlone(desktop, watch.window, opened), { what: 'it is behind the person’s window' });
    // From here on nothing is kept away from the person any more.
    await product[Symbol.asyncDispose]();
    const { changes, after, receivedText, sentText } = await watch.stop();
    expect([after.focus, after.active]).toEqual([watch.window, watch.window]);
    expect(changes.filter(({ type }) => type === 'focus')).toEqual([]);
    expect(receivedText).toBe(sentText);
  });
});
