// Any text arrives exactly, whatever the person's keyboard is set to.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { windowPoint } from '../../../src/model/geometry.js';
import { openDesktop } from '../../support/desktop.js';
import { renderersOf, whileStopped } from '../../support/parts/renderers.js';
import { startSentinel } from '../../support/sentinel.js';
import { disturbances, expectUndisturbed } from '../../support/undisturbed.js';
import { until } from '../../support/until.js';
import { click, type Lab, openLab, seatsOn, type } from './seat-lab.js';

const BEHIND_MS = 200;
const manyScripts = 'äé ß Ελλ Ру 中文 😀 ع‏עב';
/** One character of several code points each, and one that no keyboard has. */
const composed = 'e\u0301 n\u0303 👩\u200d👧 🇩🇪 👍🏽 \u00a0ễ';
const everyToolkit = ['gtk3', 'gtk4', 'qt5', 'qt6', 'chromium', 'tk', 'xt'] as const;

async function typedInto(lab: Lab, widget: 'entry' | 'editor', text: string) {
  const delivered = await lab.perform([...click(lab.at(widget)), type(text)], { mayOpenPopup: false });
  const seen = (event: Readonly<Record<string, unknown>>) =>
    event.type === 'text' && event.widget === widget && String(event.text).includes(text);
  await lab.app.waitForEvent(`${text} in ${widget}`, seen, { timeoutMs: 5000 });
  return delivered;
}

describe.each(['gtk3', 'gtk4', 'chromium'] as const)('%s', (toolkit) => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await openLab(toolkit);
  });
  afterAll(() => lab?.[Symbol.asyncDispose]());

  test('takes characters of every script without the keyboard map being touched', async () => {
    const watch = await lab.person();
    const delivered = await typedInto(lab, 'entry', manyScripts);
    expect(delivered).toMatchObject({ characters: [...manyScripts].length, notes: [] });
    await lab.seats.release('agent');
    expectUndisturbed(await watch.stop());
  });

  test('takes characters made of several, line ends and tabs', async () => {
    await typedInto(lab, 'entry', composed);
    // In a page Tab goes on to the next field, as it does for a person.
    await typedInto(lab, 'editor', toolkit === 'chromium' ? 'one\ntwo\n\nthree' : 'one\ttwo\n\n\tthree');
    await lab.seats.release('agent');
  });

  test('takes text whatever layout and locks the person has', async () => {
    await lab.desktop.run('setxkbmap', 'de');
    await lab.desktop.run('xdotool', 'key', 'Caps_Lock');
    await typedInto(lab, 'editor', 'Größe @€{~^ yz?é');
    await lab.desktop.run('xdotool', 'key', 'Caps_Lock');
    await lab.desktop.run('setxkbmap', 'us');
    await lab.seats.release('agent');
  });

  test.each(['fr', 'ru', 'gr'])('takes text of other scripts on the layout %s', async (layout) => {
    await lab.desktop.run('setxkbmap', layout);
    await typedInto(lab, 'editor', `${layout} Привет, Ελλάς 42é`);
    await lab.desktop.run('setxkbmap', 'us');
    await lab.seats.release('agent');
  });
});

test('chromium takes characters by number whose page is behind and tells late where the click put the caret', async () => {
  await using lab = await openLab('chromium');
  await typedInto(lab, 'entry', 'ä');
  const renderers = await renderersOf(lab.desktop, lab.app.pid);
  expect(renderers.length).toBeGreaterThan(0);
  for (const widget of ['editor', 'entry'] as const) {
    const typed = await whileStopped(renderers, async () => {
      const typing = typedInto(lab, widget, `${widget} ${manyScripts}`);
      await setTimeout(BEHIND_MS);
      return { typing };
    });
    await typed.typing;
  }
});

describe.each(['qt5', 'qt6', 'tk'] as const)('%s, which knows only the keyboard map', (toolkit) => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await openLab(toolkit);
  });
  afterAll(() => lab?.[Symbol.asyncDispose]());

  test('takes what the layout has without touching anything, with Caps Lock on', async () => {
    await lab.desktop.run('xdotool', 'key', 'Caps_Lock');
    const watch = await lab.person({ typing: false });
    const delivered = await typedInto(lab, 'editor', 'aBc DeF {~}\t\n12');
    expect(delivered.notes).toEqual([]);
    await lab.seats.release('agent');
    const report = await watch.stop();
    await lab.desktop.run('xdotool', 'key', 'Caps_Lock');
    // The one key the person strikes before is changed by their own lock.
    expectUndisturbed(report, { allow: [/^typed text differs: sent 1 characters/] });
  });

  test.each([
    ['de', 'Größe @€{~} yz?'],
    ['fr', 'aqwzm é è 1234 @#'],
  ])('takes what the layout %s has without touching anything', async (layout, text) => {
    await lab.desktop.run('setxkbmap', layout);
    const watch = await lab.person({ typing: false });
    const { notes } = await typedInto(lab, 'entry', text);
    expect(notes).toEqual([]);
    await lab.seats.release('agent');
    expectUndisturbed(await watch.stop());
    await lab.desktop.run('setxkbmap', 'us');
  });

  test('takes other characters from keys lent to them, says so, and the map is as before', async () => {
    const watch = await lab.person();
    const delivered = await typedInto(lab, 'entry', 'é中😀');
    expect(delivered.notes.join()).toContain('unused keys were lent');
    await lab.seats.release('agent');
    const found = disturbances(await watch.stop());
    expect(found.filter((line) => !line.startsWith('keymap changed'))).toEqual([]);
  });
});

test('Athena, which knows only its layout, takes what that has and is refused other characters before anything is sent', async () => {
  await using lab = await openLab('xt');
  const watch = await lab.person();
  await typedInto(lab, 'entry', 'Plain {~} text');
  const from = lab.app.events().length;
  await expect(lab.perform([...click(lab.at('entry')), type('héllo')])).rejects.toMatchObject({
    code: 'action_unsupported',
    details: { character: 'U+00E9' },
  });
  const received = lab.app
    .events()
    .slice(from)
    .filter((event) => event.type === 'press' || event.type === 'key');
  expect(received).toEqual([]);
  await lab.seats.release('agent');
  expectUndisturbed(await watch.stop());
});

test.each(everyToolkit)('%s takes text while the person holds modifiers down, which stay theirs', async (toolkit) => {
  await using lab = await openLab(toolkit);
  const held = ['Shift_L', 'Control_L', 'Alt_L', 'Super_L', 'ISO_Level3_Shift'];
  const watch = await lab.person({ typing: false });
  for (const key of held) {
    await watch.person(`down ${key}`);
    await typedInto(lab, 'entry', `aB ${held.indexOf(key)}`);
    await watch.person(`up ${key}`);
  }
  await lab.seats.release('agent');
  expectUndisturbed(await watch.stop());
});

test('whoever looks once a text is typed finds all of it', async () => {
  await using lab = await openLab('gtk3');
  const text = 'the quick brown fox '.repeat(8);
  await lab.perform([...click(lab.at('entry')), type(text)], { mayOpenPopup: false });
  expect(lab.app.events().findLast(({ type, widget }) => type === 'text' && widget === 'entry')?.text).toBe(text);
  await lab.seats.release('agent');
});

test('ten thousand characters arrive in a terminal, none lost and none doubled', async () => {
  await using desktop = await openDesktop();
  const file = join(desktop.dir, 'typed.txt');
  desktop.runApp('xterm', ['-geometry', '80x24+600+40', '-T', 'Receiver', '-e', 'sh', '-c', `stty -icanon -echo; cat > ${file}`]);
  const windowId = await desktop.waitForWindow({ title: '^Receiver$' });
  const watch = await startSentinel(desktop, { typing: true });
  const text = Array.from({ length: 10_000 }, (_, index) => 'The quick (brown) fox? Jumps_over 13 "lazy" dogs.'[index % 49]).join('');
  await using seats = seatsOn(desktop);
  const gesture = { windowId, anchor: windowPoint(100, 100), mayOpenPopup: false, steps: [type(text)] };
  const delivered = await seats.perform('agent', gesture, AbortSignal.timeout(50_000));
  expect(delivered.characters).toBe(10_000);
  const received = () => readFileSync(file, 'utf8');
  await until(() => received().length >= text.length, { what: 'all characters', timeoutMs: 20_000 });
  await seats.release('agent');
  expectUndisturbed(await watch.stop());
  expect(received()).toBe(text);
});
