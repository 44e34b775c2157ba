import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ElementNode } from '../../../src/model/element.js';
import { elementRecords } from '../../../src/snapshot/elements.js';
import { isActionable } from '../../../src/snapshot/meaningful.js';
import { ElementNumbers } from '../../../src/snapshot/numbering.js';
import { takeSnapshot } from '../../../src/snapshot/snapshot.js';
import { anyTree } from './arbitrary-tree.js';
import { el, snap, treeOf, win } from './build-tree.js';
import { readRealTree } from './real-tree.js';

const labels = (root: ElementNode): string[] => snap(root).nodes.map(({ role, label, index }) => `${index ?? '-'} ${role} ${label}`);

describe('what a snapshot numbers', () => {
  test.each([
    ['a widget by its role', el('button', 'OK')],
    ['a disabled widget', el('button', 'OK', { states: ['disabled'] })],
    ['a selectable row', el('row', 'One', { states: ['selectable'] })],
    ['a text that offers an action', el('text', 'More', { actions: ['click'] })],
    ['a focusable canvas', el('canvas', 'Drawing', { states: ['focusable'] })],
    ['an editable document', el('document', 'Letter', { states: ['editable'] })],
    ['a list row without any action', el('listitem', 'Row', { states: ['selectable'] })],
    ['a scale', el('slider', 'Volume', { range: { min: 0, max: 10, current: 3 } })],
  ])('%s', (_, node) => {
    expect(snap(win(node)).byIndex.get(1)?.role).toBe(node.role);
  });

  test.each([
    ['plain text', el('text', 'Hello')],
    [
      'text with actions every element of a toolkit has',
      el('text', 'Hello', { actions: ['doDefault', 'showContextMenu', 'clipboard.copy'] }),
    ],
    ['a picture', el('image', 'Logo')],
    ['a plain table cell', el('cell', 'A1', { actions: ['doDefault'] })],
    ['a separator, even one that can be clicked', el('separator', '', { actions: ['click'] })],
  ])('but not %s', (_, node) => {
    expect(snap(win(node)).byIndex.size).toBe(0);
  });
});

describe('what a snapshot leaves out', () => {
  test('wrappers without a name, lifting what is in them', () => {
    expect(labels(win(el('group', '', {}, [el('layout', '', { key: 'l' }, [el('button', 'OK')])])))).toEqual([
      '- window Main',
      '1 button OK',
    ]);
  });

  test('a label that only repeats the widget beside it', () => {
    expect(labels(win(el('text', 'Name:'), el('textfield', 'Name')))).toEqual(['- window Main', '1 textfield Name']);
    expect(labels(win(el('checkbox', 'Wrap'), el('text', 'Wrap')))).toEqual(['- window Main', '1 checkbox Wrap']);
  });

  test('but not a label that says something else', () => {
    expect(labels(win(el('text', 'Your full name'), el('textfield', 'Name')))).toHaveLength(3);
  });

  test('text inside a widget that already is its name or value', () => {
    const link = el('link', 'Read more', {}, [el('text', 'Read'), el('text', 'more')]);
    const field = el('textfield', 'City', { value: 'Bern' }, [el('text', 'Bern')]);
    expect(labels(win(link, field))).toEqual(['- window Main', '1 link Read more', '2 textfield City']);
  });

  test('a cell around one element of the same name', () => {
    const row = el('row', '', {}, [el('cell', 'Edit', {}, [el('link', 'Edit')]), el('cell', 'Ann', {}, [el('text', 'Ann', { key: 't' })])]);
    expect(labels(win(row))).toEqual(['- window Main', '- row ', '1 link Edit', '- cell Ann']);
  });

  test('class names that stand where a name belongs', () => {
    const bar = el('group', 'AdwGizmo', {}, [el('scrollbar', 'GtkScrollbar'), el('button', '7 7', {}, [el('text', '7')])]);
    expect(labels(win(bar))).toEqual(['- window Main', '1 scrollbar ', '2 button 7']);
  });

  test('hidden widgets nobody could name or see', () => {
    const nothing = el('button', '', { states: ['hidden'], frame: null });
    expect(labels(win(nothing, el('button', 'Home', { states: ['hidden'], frame: null })))).toEqual(['- window Main', '1 button Home']);
  });
});

describe('what a snapshot knows of an element', () => {
  test('a row without a name is called by the texts in it', () => {
    const row = el('listitem', '', { states: ['selectable'] }, [
      el('group', '', {}, [el('text', 'Bluetooth'), el('text', 'Off')]),
      el('switch'),
    ]);
    expect(labels(win(row))).toEqual(['- window Main', '1 listitem Bluetooth | Off', '2 switch ']);
  });

  test('a widget without a name is called by its description', () => {
    expect(labels(win(el('button', '', { description: 'Bold' })))).toEqual(['- window Main', '1 button Bold']);
  });

  test('token, parents, depth and place in the screenshot', () => {
    const tree = treeOf(win(el('toolbar', 'Tools', {}, [el('button', 'Cut'), el('menu', 'Edit', {}, [el('menuitem', 'Undo')])])));
    const snapshot = takeSnapshot(tree, {
      numbers: new ElementNumbers(),
      snapshotId: 's4',
      pid: 7,
      windowId: 9,
      toImage: ({ x, y, width, height }) => ({ x: x / 2, y: y / 2, width: width / 2, height: height / 2 }),
    });
    const undo = snapshot.byIndex.get(3);
    expect(undo).toMatchObject({ token: 's4:3', parentIndex: 2, depth: 3, frame: { x: 5, y: 5, width: 10, height: 5 } });
    expect(Object.isFrozen(undo)).toBe(true);
  });

  test('a frame without pixels is no place', () => {
    const flat = el('button', 'OK', { frame: { x: 0, y: 0, width: 0, height: 20 } });
    expect(snap(win(flat)).byIndex.get(1)?.frame).toBeNull();
  });

  test('never what a password field holds', () => {
    const secret = { value: 'hunter2', description: 'Password' };
    const root = win(
      el('passwordfield', '', secret, [el('text', 'hunter2')]),
      el('textfield', 'PIN', { value: 'hunter2', states: ['password'] }, [el('text', 'hunter2', { key: 'inner' })]),
    );
    const snapshot = snap(root);
    expect(snapshot.byIndex.size).toBe(2);
    expect(JSON.stringify([snapshot, elementRecords(snapshot)])).not.toContain('hunter2');
  });
});

describe('hard trees', () => {
  test('a chain as deep as a tree is wide does not overflow', () => {
    let node = el('button', 'deepest', { key: 'deepest' });
    for (let depth = 0; depth < 30_000; depth += 1) node = el('group', `g${depth % 7}`, { key: `g${depth}` }, [node]);
    const snapshot = snap(win(node));
    expect(snapshot.byIndex.get(1)?.label).toBe('deepest');
    expect(Math.max(...snapshot.nodes.map(({ depth }) => depth))).toBeLessThan(100);
  });

  test('a tree that contains itself ends', () => {
    const children: ElementNode[] = [el('button', 'OK')];
    const loop = el('group', 'loop', {}, children);
    children.push(loop);
    expect(snap(win(loop)).byIndex.size).toBe(1);
  });

  test('every element that can be acted on and named is numbered once, parents before children', () => {
    fc.assert(
      fc.property(anyTree, (root) => {
        const snapshot = snap(root);
        snapshot.nodes.forEach((node, position) => {
          expect(node.parent).toBeLessThan(position);
          if (node.index !== undefined) expect(snapshot.byIndex.get(node.index)).toBe(node);
        });
        const numbered = new Set([...snapshot.byIndex.values()].map(({ element }) => element.key));
        const visit = (node: ElementNode): void => {
          if (isActionable(node) && node.name === 'OK') expect(numbered).toContain(node.key);
          const isSecret = node.role === 'passwordfield' || node.states.includes('password');
          if (!isSecret) node.children.forEach(visit);
        };
        visit(root);
      }),
    );
  });

  test('a real calculator keeps every key and loses its scaffolding', () => {
    const snapshot = snap(readRealTree('gnome-calculator'));
    const buttons = snapshot.nodes.filter(({ role }) => role === 'button').map(({ label }) => label);
    expect(buttons).toEqual(
      expect.arrayContaining(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '+', '−', '×', '÷', '=', '(', ')', '%', '√']),
    );
    expect(snapshot.elementsRead).toBe(95);
    expect(snapshot.nodes.length).toBeLessThan(42);
  });
});
