// Every action of the universal tool in a real window, while the person types in another one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodePng } from '../../../src/image/png-decode.js';
import type { Action } from '../../../src/tools/computer-use/actions.js';
import { type Product, startProduct } from '../../harness/product.js';
import { type Fixture, startFixture } from '../../support/apps.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import type { Line } from '../../support/parts/line-process.js';
import { startSentinel, type Watch } from '../../support/sentinel.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { until } from '../../support/until.js';
import { numberOf } from './run-agent.js';

let desktop: Desktop;
let product: Product;
let form: Fixture;
let watch: Watch;

beforeAll(async () => {
  desktop = await openDesktop();
  product = startProduct(desktop, { session: 'universal' });
  form = await startFixture(desktop, 'gtk3', { title: 'Universal' });
  watch = await startSentinel(desktop, { typing: true });
});
afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
  await desktop?.dispose();
});

const use = (action: Action, more: Record<string, unknown> = {}, session?: string) =>
  product.call('computer_use', { ...more, ...(session === undefined ? {} : { session }), action });
const look = (more: Record<string, unknown> = {}) => use('capture', { window_id: form.windowId, ...more });
const element = async (line: RegExp) => numberOf((await look()).summary, line);
const middle = (name: Parameters<Fixture['centre']>[0]): [number, number] => [form.centre(name).x, form.centre(name).y];

async function expectEvent(what: string, match: (event: Line) => boolean, act: () => Promise<unknown>): Promise<void> {
  const from = form.events().length;
  await act();
  await form.waitForEvent(what, match, { from });
}

describe('a capture', () => {
  test('as som is a numbered picture with the matching list', async () => {
    const { summary, image, screenshot_width: width } = await look();
    expect(summary).toMatch(/^capture mode=som \d+x\d+ app=.* window='Universal'/);
    expect(summary).toMatch(/^#\d+ AXButton 'Press me' @ \(\d+, \d+, \d+, \d+\) \[.+\]$/m);
    const picture = await decodePng(Buffer.from(image?.base64 ?? '', 'base64'));
    expect(picture.width).toBe(width);
    const plain = await look({ mode: 'vision' });
    expect(plain.image?.base64).not.toBe(image?.base64);
    expect(plain.summary).not.toContain('#');
  });

  test('as ax is an outline without a picture, with the same numbers', async () => {
    const { summary, image } = await look({ mode: 'ax' });
    expect(image).toBeUndefined();
    expect(numberOf(summary, /"Press me"/)).toBe(await element(/AXButton 'Press me'/));
  });

  test('never shows what is in a password field', async () => {
    await use('set_value', { element: await element(/AXSecureTextField/), value: 'hunter2secret' });
    for (const mode of ['som', 'ax']) expect((await look({ mode })).summary).not.toContain('hunter2');
  });

  test('leaves out a picture in which nothing changed, at most twice', async () => {
    await look();
    const pictures: boolean[] = [];
    for (let turn = 0; turn < 3; turn++) pictures.push((await use('wait', { seconds: 0, capture_after: true })).image !== undefined);
    expect(pictures).toEqual([false, false, true]);
  });

  test('is numbered twice as large where the desktop draws everything twice as large', async () => {
    const changed = async () => {
      const [marked, plain] = await Promise.all(
        [await look(), await look({ mode: 'vision' })].map(({ image }) => decodePng(Buffer.from(image?.base64 ?? '', 'base64'))),
      );
      let pixels = 0;
      for (let at = 0; at < (plain?.data.length ?? 0); at += 4)
        if (marked?.data.readUInt32LE(at) !== plain?.data.readUInt32LE(at)) pixels++;
      return pixels;
    };
    const scale = (dpi: number) =>
      desktop.run('xprop', '-root', '-f', 'RESOURCE_MANAGER', '8s', '-set', 'RESOURCE_MANAGER', `Xft.dpi:\t${dpi}\n`);
    const ordinary = await changed();
    await scale(192);
    expect(await product.call('get_screen_size', {})).toMatchObject({ scale_factor: 2 });
    expect(await changed()).toBeGreaterThan(1.8 * ordinary);
    await scale(96);
  });

  test('written to a file says where it is', async () => {
    const file = join(desktop.dir, 'look.png');
    const { summary, image } = await look({ screenshot_out_file: file });
    expect(image).toBeUndefined();
    expect(summary).toContain(`The picture is in ${file}`);
    expect((await decodePng(readFileSync(file))).width).toBeGreaterThan(100);
  });

  test('of the screen is only to look at', async () => {
    const { summary, image } = await use('capture', { app: 'screen' }, 'onlooker');
    expect(image?.width).toBe(desktop.size.width);
    expect(summary).toContain("'Universal'");
    await expect(use('click', { coordinate: [10, 10] }, 'onlooker')).rejects.toMatchObject({ code: 'no_cached_state' });
  });
});

describe('an action', () => {
  beforeAll(() => look());

  test('clicks an element', async () => {
    const button = await element(/AXButton 'Press me'/);
    await expectEvent(
      'a click',
      (event) => event.type === 'clicked',
      () => use('click', { element: button }),
    );
  });

  test('clicks a pixel', async () => {
    await expectEvent(
      'a press',
      (event) => event.type === 'press' && event.widget === 'canvas' && event.button === 1,
      () => use('click', { coordinate: middle('canvas') }),
    );
  });

  test('clicks with keys held', async () => {
    const held = (event: Line) => event.type === 'press' && event.widget === 'canvas' && String(event.modifiers) === 'shift,control';
    await expectEvent('a press with modifiers', held, () => use('click', { coordinate: middle('canvas'), modifiers: ['ctrl', 'shift'] }));
  });

  test.each([
    ['double_click', (event: Line) => event.type === 'double' && event.widget === 'canvas'],
    ['middle_click', (event: Line) => event.type === 'press' && event.widget === 'canvas' && event.button === 2],
    ['right_click', (event: Line) => event.type === 'press' && event.widget === 'canvas' && event.button === 3],
  ] as const)('makes a %s', async (action, match) => {
    const [x, y] = middle('canvas');
    // Elsewhere than the clicks before: toolkits count presses at one place.
    await expectEvent(action, match, () => use(action, { coordinate: [x + 40, y - 20] }));
  });

  test('drags from one place to another', async () => {
    const [x, y] = middle('canvas');
    await expectEvent(
      'a drag',
      (event) => event.type === 'drag' && event.widget === 'canvas',
      () => use('drag', { from_coordinate: [x - 30, y], to_coordinate: [x + 30, y + 10] }),
    );
  });

  test('scrolls', async () => {
    await expectEvent(
      'the list scrolled',
      (event) => event.type === 'scrolled',
      () => use('scroll', { direction: 'down', coordinate: middle('list') }),
    );
  });

  test('drags one element onto another, and scrolls where an element is', async () => {
    const { summary } = await look();
    const slider = numberOf(summary, /AXSlider 'Volume'/);
    await use('set_value', { element: slider, value: 50 });
    await expectEvent(
      'the slider at its end',
      (event) => event.widget === 'slider' && (event.value === 0 || event.value === 100),
      () => use('drag', { from_element: slider, to_element: numberOf(summary, /'Maximize'|'Minimize'|AXTextField 'Name'/) }),
    );
    await expectEvent(
      'the list scrolled',
      (event) => event.type === 'scrolled',
      () => use('scroll', { direction: 'up', element: numberOf(summary, /'Row \d+'/), amount: 1 }),
    );
  });

  test('types into an element and presses keys there', async () => {
    const field = await element(/AXTextField 'Name'/);
    await expectEvent(
      'the text',
      (event) => event.type === 'text' && event.text === 'naïve 東京',
      () => use('type', { element: field, text: 'naïve 東京' }),
    );
    await expectEvent(
      'a key',
      (event) => event.type === 'key' && event.key === 'F5',
      () => use('key', { element: field, keys: 'F5' }),
    );
  });

  test('sets values', async () => {
    const slider = await element(/AXSlider 'Volume'/);
    await expectEvent(
      'the slider',
      (event) => event.widget === 'slider' && event.value === 30,
      () => use('set_value', { element: slider, value: 30 }),
    );
  });

  test('tells with capture_after only what changed', async () => {
    const box = await element(/AXCheckBox 'Enabled'/);
    const whole = (await look()).summary;
    const { summary, effect, image } = await use('click', { element: box, capture_after: true });
    expect(effect).toBe('confirmed');
    expect(summary).toMatch(/^click #\d+ 'Enabled' — confirmed/);
    expect(summary).toContain(`~ [${box}] checkbox "Enabled": `);
    expect(summary.length).toBeLessThan(whole.length / 2);
    expect(image).toBeDefined();
  });
});

describe('what there is', () => {
  test('applications and windows are listed with what an action names them by', async () => {
    expect((await use('list_apps')).summary).toContain(String(form.pid));
    const { summary } = await use('list_windows');
    expect(summary).toMatch(new RegExp(`'Universal'.*${form.windowId}|${form.windowId}.*'Universal'`));
    expect((await use('list_windows', { pid: form.pid })).summary).not.toContain('Sentinel');
  });

  test('naming a window makes it the target, without raising it', async () => {
    const { summary } = await use('focus_app', { window_id: form.windowId, pid: form.pid });
    expect(summary).toContain('not raised');
    await expectEvent(
      'a key in the form',
      (event) => event.type === 'key' && event.key === 'F6',
      () => use('key', { keys: 'F6' }),
    );
  });
});

describe('the target', () => {
  test('stays what was captured, in each session for itself', async () => {
    await look();
    await expect(use('type', { text: 'x' }, 'someone-else')).rejects.toMatchObject({ code: 'no_cached_state' });
    expect((await use('capture')).window_id).toBe(form.windowId);
  });

  test('is not changed by naming another application in an action', async () => {
    await look();
    const typed = form.events().length;
    await expect(use('type', { text: 'x', app: 'Sentinel' })).rejects.toMatchObject({ code: 'input_target_mismatch' });
    expect(
      form
        .events()
        .slice(typed)
        .filter(({ type }) => type === 'key'),
    ).toEqual([]);
  });

  test('needs a capture before numbers of a window are used', async () => {
    await expect(use('click', { window_id: form.windowId, element: 1 }, 'newcomer')).rejects.toMatchObject({ code: 'no_cached_state' });
  });

  test('is raised only when policy allows it', async () => {
    await using strict = startProduct(desktop, {
      session: 'strict',
      policy: '[cua.policy]\nfirst_time_per_app_approval = false\nallow_foreground = false\n',
    });
    const focus = { action: 'focus_app', window_id: form.windowId } as const;
    expect((await strict.call('computer_use', focus)).summary).toContain('not raised');
    await expect(strict.call('computer_use', { ...focus, raise_window: true })).rejects.toMatchObject({ code: 'foreground_forbidden' });
  });
});

test('the person noticed nothing of all this', async () => {
  expectUndisturbed(await watch.stop());
});

test('raising on purpose brings the window to the front', async () => {
  await use('focus_app', { window_id: form.windowId, raise_window: true });
  expect(await oracleOf(desktop).activeWindow()).toBe(form.windowId);
});

test('the target is left for another window of the application, and a number of a closed one is refused', async () => {
  await product.call('invoke_menu', { ...product.at(form), path: ['File', 'New window'] });
  const second = await desktop.waitForWindow({ title: 'Universal second' });
  const { summary } = await look();
  expect(summary).toContain(`'Universal second' window_id=${second}`);
  expect((await use('capture', { window_id: second })).window_id).toBe(second);
  await desktop.run('xdotool', 'windowclose', String(second));
  await until(async () => !(await oracleOf(desktop).windows()).includes(second), { what: 'the second window is closed' });
  await expect(use('key', { keys: 'a' })).rejects.toMatchObject({ code: 'window_not_found' });
});
