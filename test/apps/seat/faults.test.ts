// Bad input and a desktop that gets in the way: each ends in a code, or in the act as it was asked for, and never elsewhere.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Product, startProduct } from '../../harness/product.js';
import { elementNumbers, waitForTree } from '../../matrix/elements.js';
import { type Fixture, startFixture } from '../../support/apps.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import { fixtureBinary } from '../../support/parts/fixture-binaries.js';
import { hideExtension } from '../../support/parts/hidden-extension.js';
import { type Line, startLineProcess } from '../../support/parts/line-process.js';
import { startSentinel } from '../../support/sentinel.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { until } from '../../support/until.js';

const isInput = ({ type }: Line) => ['press', 'key', 'text', 'clicked', 'drag'].includes(type);

describe('on an ordinary desktop', () => {
  let desktop: Desktop;
  let product: Product;
  let app: Fixture;
  let from: number;
  beforeAll(async () => {
    desktop = await openDesktop();
    app = await startFixture(desktop, 'gtk3');
    product = startProduct(desktop);
    await product.call('get_window_state', product.at(app));
  });
  beforeEach(() => {
    from = app.events().length;
  });
  afterAll(async () => {
    await product?.[Symbol.asyncDispose]();
    await desktop?.dispose();
  });

  const arrived = () => app.events().slice(from).filter(isInput);
  const click = (signal?: AbortSignal) => product.call('click', { ...product.at(app), ...app.centre('button') }, signal);
  const clicked = () => app.waitForEvent('the click', ({ type }) => type === 'clicked', { from });
  const inTheWay = async (...args: string[]) => {
    const other = startLineProcess(desktop, await fixtureBinary('in-the-way'), args);
    await other.next('it is in the way', ({ type }) => type === 'ready');
    const end = async () => {
      other.child.process.stdin?.end();
      await until(() => !other.child.isAlive(), { what: 'it is out of the way' });
    };
    return { lines: other.lines, end, [Symbol.asyncDispose]: end };
  };

  test.each([
    ['alone', 'half \ud83d', 5],
    ['in the wrong order', '\ude00\ud83d', 0],
  ])('half a character %s is refused by its place, and whole ones are typed', async (_how, text, position) => {
    const entry = { ...product.at(app), ...app.centre('entry') };
    const refusal = { code: 'invalid_input', message: expect.stringContaining(`text: position ${position} `) };
    await expect(product.call('type_text', { ...entry, text })).rejects.toMatchObject(refusal);
    expect(arrived()).toEqual([]);
    await product.call('type_text', { ...entry, text: '😀' });
    await app.waitForEvent('the whole one', (event) => event.type === 'text' && String(event.text).includes('😀'), { from });
  });

  test('pixels beside the picture of the window are refused', async () => {
    const { screenshot_width: width, screenshot_height: height } = await product.call('get_window_state', product.at(app));
    for (const point of [
      { x: width, y: 5 },
      { x: 5, y: height },
      { x: -1, y: 5 },
    ].map(({ x, y }) => ({ x: x ?? 0, y: y ?? 0 })))
      await expect(product.call('click', { ...product.at(app), ...point })).rejects.toMatchObject({
        code: expect.stringMatching(/^(point_outside|invalid_input)$/),
      });
    expect(arrived()).toEqual([]);
    await click();
    await clicked();
  });

  test('a pointer that another program holds is waited for, then named as busy', async () => {
    {
      await using _holder = await inTheWay('grab-pointer');
      await expect(click()).rejects.toMatchObject({ code: 'person_busy' });
      expect(arrived()).toEqual([]);
    }
    await click();
    await clicked();
  });

  test('a menu the person has open stays open, and the agent waits for it, then names them as busy', async () => {
    const theirs = await startFixture(desktop, 'gtk3', { title: 'Theirs', at: { x: 40, y: 40 } });
    const { x, y } = theirs.centre('context');
    const opened = theirs.events().length;
    const told = (what: string) => theirs.waitForEvent(what, ({ type }) => type === what, { from: opened });
    await desktop.run('xdotool', 'mousemove', '--window', String(theirs.windowId), String(x), String(y), 'click', '3');
    await told('menu-opened');
    await expect(click()).rejects.toMatchObject({ code: 'person_busy' });
    expect(arrived()).toEqual([]);
    const waiting = click();
    await desktop.run('xdotool', 'key', 'Down', 'Return');
    await told('menu');
    await waiting;
    await clicked();
    await theirs.child.kill();
  });

  test('while another program holds the person’s keyboard it keeps it, and the agent’s own types', async () => {
    await using _holder = await inTheWay('grab-keyboard');
    await product.call('type_text', { ...product.at(app), ...app.centre('entry'), text: 'typed ' });
    await app.waitForEvent('the text', ({ type, text }) => type === 'text' && String(text).includes('typed '), { from });
    await expect(desktop.run(await fixtureBinary('in-the-way'), 'grab-keyboard')).rejects.toThrow('it is taken');
  });

  test('while another program holds the server nothing is lost, and a call can be cancelled', async () => {
    const abort = new AbortController();
    const holder = await inTheWay('grab-server');
    const cancelled = click(abort.signal);
    abort.abort();
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
    const waiting = click();
    await holder.end();
    await waiting;
    await clicked();
    expect(
      app
        .events()
        .slice(from)
        .filter(({ type }) => type === 'clicked'),
    ).toHaveLength(1);
  });

  /** Clicks the button again and again; each arrives, or is refused because something changed. Tells how many arrived. */
  const clickAway = async (rounds: number): Promise<number> => {
    let delivered = 0;
    for (let round = 0; round < rounds; round++) {
      const spot = { x: app.centre('button').x + ((round % 5) - 2) * 12, y: app.centre('button').y };
      const before = app.events().length;
      const outcome = await product.call('click', { ...product.at(app), ...spot }).then(
        () => undefined,
        (error: { code?: string }) => error.code,
      );
      if (outcome !== undefined) expect(outcome).toMatch(/^(background_unavailable|target_changed)$/);
      else {
        await app.waitForEvent(`click ${round}`, ({ type }) => type === 'clicked', { from: before });
        delivered++;
      }
    }
    return delivered;
  };
  /** The sensor sees: the person's own click lands there. */
  const personClicks = async (lines: readonly Line[], x: number, y: number) => {
    await desktop.run('xdotool', 'mousemove', String(x), String(y));
    const isPressed = async () => {
      await desktop.run('xdotool', 'click', '1');
      return lines.some(isInput);
    };
    await until(isPressed, { what: 'the person’s click' });
  };

  test('a window that comes, goes and changes its size over the target gets none of the presses', async () => {
    const { x, y } = await oracleOf(desktop).window(app.windowId);
    const cover = await inTheWay('cover', String(x), String(y), '640', '700');
    const delivered = await clickAway(15);
    expect(cover.lines.filter(isInput)).toEqual([]);
    await personClicks(cover.lines, x + 320, y + 300);
    await cover.end();
    expect(delivered).toBeGreaterThan(7);
  });

  test('a target that is moved and changes its size all the while is hit where it is, and what lies under it gets nothing', async () => {
    const under = await inTheWay('shove', String(app.windowId));
    const delivered = await clickAway(15);
    expect(under.lines.filter(isInput)).toEqual([]);
    await personClicks(under.lines, 20, 20);
    await under.end();
    expect(delivered).toBeGreaterThan(0);
  });
});

describe('on a display that lacks something', () => {
  test.each(['XInputExtension', 'XTEST'])(
    'without %s pixels are refused by its name, and elements are still pressed',
    async (extension) => {
      await using desktop = await openDesktop();
      const app = await startFixture(desktop, 'gtk3');
      await using proxy = await hideExtension(desktop.display, extension);
      await using product = startProduct({ ...desktop, env: { ...desktop.env, DISPLAY: proxy.display } });
      const from = app.events().length;
      const watch = await startSentinel(desktop, { typing: true });
      await waitForTree(product, app);
      const button = (await elementNumbers(product, app)).get('button');
      const pixel = product.call('click', { ...product.at(app), ...app.centre('button') });
      await expect(pixel).rejects.toMatchObject({
        code: 'capability_missing',
        message: expect.stringContaining(extension),
        remedy: expect.stringContaining('extension'),
      });
      expect(app.events().slice(from).filter(isInput)).toEqual([]);
      await product.call('click', { ...product.at(app), element_index: button });
      await app.waitForEvent('the click', ({ type }) => type === 'clicked', { from });
      expectUndisturbed(await watch.stop());
    },
  );

  test('when the server has no room for more devices, that is said, and it goes on once there is', async () => {
    await using desktop = await openDesktop();
    // Not a GTK program: those end when somebody takes a device away.
    const app = await startFixture(desktop, 'xt');
    await using product = startProduct(desktop);
    const from = app.events().length;
    const made: string[] = [];
    const fill = async () => {
      await desktop.run('xinput', 'create-master', `filler${made.length}`);
      made.push(`filler${made.length} pointer`);
    };
    const pressed = () => product.call('click', { ...product.at(app), ...app.centre('button') });
    const refusal = { code: 'seat_unavailable', remedy: expect.any(String) };
    while (made.length < 32) await fill();
    await expect(pressed()).rejects.toMatchObject({ ...refusal, message: expect.stringContaining('cannot be driven') });
    while (
      await fill().then(
        () => true,
        () => false,
      )
    );
    await expect(pressed()).rejects.toMatchObject({ ...refusal, message: expect.stringContaining('no further input devices') });
    expect(app.events().slice(from).filter(isInput)).toEqual([]);
    for (const name of made.slice(0, 2)) await desktop.run('xinput', 'remove-master', name);
    await pressed();
    await app.waitForEvent('the click', ({ type }) => type === 'clicked', { from });
  });

  test('a display that dies in the middle of a drag ends it with its code', async () => {
    await using desktop = await openDesktop();
    const app = await startFixture(desktop, 'gtk3');
    await using product = startProduct(desktop);
    await product.call('get_window_state', product.at(app));
    const from = app.events().length;
    const { x, y } = app.centre('canvas');
    const dragging = product.call('drag', {
      ...product.at(app),
      from_x: x - 40,
      from_y: y,
      to_x: x + 40,
      to_y: y,
      steps: 200,
      duration_ms: 9000,
    });
    const ended = expect(dragging).rejects.toMatchObject({ code: 'display_lost' });
    await app.waitForEvent('the press', ({ type }) => type === 'press', { from });
    await desktop.xserver.kill();
    await ended;
    await expect(product.call('list_windows', {})).rejects.toMatchObject({ code: expect.stringMatching(/^display_/) });
  });
});
