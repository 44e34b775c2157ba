// Positive control of the fixtures: a person's own input, made with xdotool, must show up in their logs.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fixture, startFixture, type Toolkit, toolkits, type WidgetName } from '../support/apps.js';
import { type Desktop, openDesktop } from '../support/desktop.js';
import { oracleOf } from '../support/oracle.js';
import type { Line } from '../support/parts/line-process.js';
import { until } from '../support/until.js';

interface Hand {
  fixture: Fixture;
  /** Moves the pointer to an offset from the middle of a widget. */
  moveTo(name: WidgetName, dx?: number, dy?: number): Promise<void>;
  xdotool(...args: string[]): Promise<unknown>;
  /** The first event of this type about this widget, from now on. */
  heard(type: string, fields: Record<string, unknown>, act: () => Promise<unknown>): Promise<Line>;
}

function handOn(desktop: Desktop, fixture: Fixture): Hand {
  const xdotool = (...args: string[]) => desktop.run('xdotool', ...args);
  return {
    fixture,
    xdotool,
    async moveTo(name, dx = 0, dy = 0) {
      const { x, y } = fixture.centre(name);
      await xdotool('mousemove', '--window', String(fixture.windowId), String(x + dx), String(y + dy));
    },
    async heard(type, fields, act) {
      const from = fixture.events().length;
      const matches = (event: Line) => event.type === type && Object.entries(fields).every(([name, value]) => event[name] === value);
      await act();
      return fixture.waitForEvent(`${type} ${JSON.stringify(fields)} in the log of ${fixture.toolkit}`, matches, { from });
    },
  };
}

describe.each(toolkits)('the %s fixture', (toolkit: Toolkit) => {
  let desktop: Desktop;
  let hand: Hand;

  beforeAll(async () => {
    desktop = await openDesktop();
    const fixture = await startFixture(desktop, toolkit);
    hand = handOn(desktop, fixture);
    await hand.xdotool('windowactivate', '--sync', String(fixture.windowId));
  });
  afterAll(() => desktop?.dispose());

  const has = (name: WidgetName) => hand.fixture.widgets()[name] !== undefined;
  const click = async (name: WidgetName, button = '1') => {
    await hand.moveTo(name);
    await hand.xdotool('click', button);
  };

  test('writes READY first, with boxes inside its window', async () => {
    const { fixture } = hand;
    const [first] = fixture.events();
    expect(first?.type).toBe('READY');
    const { width, height } = await oracleOf(desktop).window(fixture.windowId);
    for (const box of Object.values(fixture.widgets())) {
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      expect(box.y + box.height).toBeLessThanOrEqual(height);
    }
  });

  test('tells of a click and of the press it was made of', async () => {
    await hand.heard('clicked', { widget: 'button' }, () => click('button'));
    expect(hand.fixture.events()).toContainEqual(expect.objectContaining({ type: 'press', widget: 'button', button: 1, modifiers: [] }));
  });

  test('tells where on the canvas the pointer was pressed, with which modifiers', async () => {
    await hand.moveTo('canvas', 7, -3);
    const press = await hand.heard('press', { widget: 'canvas' }, () => hand.xdotool('keydown', 'shift', 'click', '1', 'keyup', 'shift'));
    const { width, height } = hand.fixture.widget('canvas');
    expect(press).toMatchObject({ modifiers: ['shift'], button: 1 });
    expect(Math.abs(Number(press.x) - (Math.floor(width / 2) + 7))).toBeLessThanOrEqual(1);
    expect(Math.abs(Number(press.y) - (Math.floor(height / 2) - 3))).toBeLessThanOrEqual(1);
  });

  test('tells of a drag and of the wheel', async () => {
    // An office scrolls its document only while the keyboard is in it, and not in a control of a form.
    if (toolkit === 'libreoffice') await click('context');
    await hand.moveTo('canvas', -20);
    const drag = () =>
      hand.xdotool('mousedown', '1', 'mousemove_relative', '15', '5', 'sleep', '0.03', 'mousemove_relative', '15', '5', 'mouseup', '1');
    await hand.heard('drag', { widget: 'canvas' }, drag);
    await hand.heard('scroll', { widget: 'canvas', direction: 'down' }, () => hand.xdotool('click', '5'));
  });

  test('tells of typed text and keys', async () => {
    const field = has('entry') ? 'entry' : 'canvas';
    await click(field);
    await hand.heard('text', { widget: field, text: 'aB1' }, () => hand.xdotool('type', '--delay', '20', 'aB1'));
    await hand.heard('key', {}, () => hand.xdotool('key', 'ctrl+Home'));
  });

  test('tells of its other widgets', async () => {
    if (has('check')) await hand.heard('toggled', { widget: 'check', checked: true }, () => click('check'));
    if (has('editor')) {
      await click('editor');
      await hand.heard('text', { widget: 'editor', text: 'hi' }, () => hand.xdotool('type', '--delay', '20', 'hi'));
    }
    if (has('list')) await hand.heard('row', { widget: 'list' }, () => click('list'));
    if (has('slider')) {
      await hand.moveTo('slider', 20);
      await hand.heard('value', { widget: 'slider' }, () => hand.xdotool('click', '1'));
    }
    if (has('context')) await hand.heard('menu-opened', { menu: 'context' }, () => click('context', '3'));
  });

  test('tells of the focus it loses and gains', async () => {
    const told = () => hand.fixture.events().findLast(({ type }) => type === 'focus')?.focused;
    // A toolkit may swallow a focus that is gone and back before it looked, so each half is waited for.
    const activate = async (window: number, focused: boolean) => {
      await hand.xdotool('windowactivate', '--sync', String(window));
      await until(() => told() === focused, { what: `the ${toolkit} fixture to tell that its focus is ${focused}` });
    };
    await hand.xdotool('key', 'Escape');
    const xterm = desktop.runApp('xterm', ['-T', 'Elsewhere']);
    try {
      await activate(await desktop.waitForWindow({ title: '^Elsewhere$' }), false);
      await activate(hand.fixture.windowId, true);
    } finally {
      await xterm.kill();
    }
  });
});
