import { describe, expect, test } from 'vitest';
import type { App } from '../../../src/model/app.js';
import type { Window } from '../../../src/model/window.js';
import { matchApp } from '../../../src/tools/computer-use/match-app.js';

let nextId = 1;
const window = (appId: string, appName: string, more: Partial<Window> = {}): Window => ({
  id: nextId++,
  pid: 1000 + nextId,
  appId,
  appName,
  title: `${appName} window`,
  bounds: { x: 0, y: 0, width: 100, height: 100 },
  zIndex: nextId,
  state: 'normal',
  isActive: false,
  isDialog: false,
  ...more,
});
const app = (id: string, name: string, more: Partial<App> = {}): App => ({
  id,
  name,
  pid: null,
  running: true,
  active: false,
  launchPath: null,
  windowIds: [],
  ...more,
});

const kcalc = window('org.kde.kcalc', 'KCalc');
const calculator = window('org.gnome.calculator', 'Calculator');
const editor = window('mousepad', 'Mousepad');
const all = [kcalc, calculator, editor];

describe('an application’s name', () => {
  test.each([
    ['KCalc', kcalc],
    ['kcalc', kcalc],
    ['org.kde.kcalc', kcalc],
    ['org.gnome.Calculator.desktop', calculator],
    ['calculator', calculator],
    ['mouse', editor],
  ])('%s finds its window', (name, expected) => {
    expect(matchApp(name, all, [])).toEqual({ found: expected });
  });

  test('an exact name wins over a part of another', () => {
    const files = window('files', 'Files');
    expect(matchApp('files', [window('files-extra', 'Files Extra'), files], [])).toEqual({ found: files });
  });

  test('another name of the application is found through the list of applications', () => {
    const apps = [app('org.xfce.mousepad', 'Text Editor', { windowIds: [editor.id] })];
    expect(matchApp('text editor', all, apps)).toEqual({ found: editor });
    expect(matchApp('editor', all, apps)).toEqual({ found: editor });
  });

  test('part of two names is no name', () => {
    expect(matchApp('calc', all, [])).toMatchObject({ found: undefined, why: 'ambiguous' });
  });

  test.each([['photoshop'], [''], ['*'], ['  ']])('"%s" finds nothing', (name) => {
    expect(matchApp(name, all, [])).toMatchObject({ found: undefined, why: 'unknown' });
  });

  test('a title counts only for windows without a name', () => {
    const nameless = window('', '', { title: 'Budget 2025' });
    expect(matchApp('budget', [...all, nameless], [])).toEqual({ found: nameless });
    expect(matchApp('KCalc window', all, [])).toMatchObject({ found: undefined });
  });

  test('the frontmost shown window is meant', () => {
    const back = window('shop', 'Shop', { zIndex: 1 });
    const front = window('shop', 'Shop', { zIndex: 9 });
    const hidden = window('shop', 'Shop', { zIndex: 20, state: 'minimized' });
    expect(matchApp('shop', [hidden, back, front], [])).toEqual({ found: front });
    expect(matchApp('shop', [hidden], [])).toEqual({ found: hidden });
  });

  test('one that is installed but does not run is named', () => {
    expect(matchApp('gimp', all, [app('org.gimp.GIMP', 'GIMP', { running: false })])).toMatchObject({ installed: ['GIMP'] });
  });
});
