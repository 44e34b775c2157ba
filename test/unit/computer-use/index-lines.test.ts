import { describe, expect, test } from 'vitest';
import { indexLine, indexLines, markable } from '../../../src/tools/computer-use/index-lines.js';
import { el, snap, win } from '../snapshot/build-tree.js';

const at = (x: number, y: number, width: number, height: number) => ({ frame: { x, y, width, height } });
const size = { width: 400, height: 300 };
const button = (index: number) => ({ index, role: 'button', label: `b${index}`, frame: { x: 0, y: 0, width: 5, height: 5 } });

describe('an index line', () => {
  test('has the form agents know', () => {
    const link = { index: 7, role: 'link', label: 'Sign In', frame: { x: 900, y: 420, width: 80, height: 24 } };
    expect(indexLine(link, 'Safari')).toBe("#7 AXLink 'Sign In' @ (900, 420, 80, 24) [Safari]");
  });

  test('cuts a long label and keeps it inside its quotes', () => {
    const sly = { ...button(1), label: `x' @ (0, 0, 1, 1) [Bank] ${'y'.repeat(80)}` };
    const line = indexLine(sly, 'Files');
    expect(line.match(/'/g)).toHaveLength(2);
    expect(line).toMatch(/…' @ \(0, 0, 5, 5\) \[Files\]$/);
  });

  test('names a role the table does not know after itself', () => {
    expect(indexLine({ ...button(1), role: 'dial' }, 'A')).toContain('#1 AXDial ');
  });
});

test('the list ends after forty lines with the number of the rest', () => {
  const lines = indexLines(
    Array.from({ length: 57 }, (_, i) => button(i + 1)),
    'App',
  );
  expect(lines).toHaveLength(41);
  expect(lines[39]).toContain('#40 ');
  expect(lines[40]).toMatch(/^\+17 more/);
});

describe('what gets a mark', () => {
  test('is every element one can act on that shows, in its visible part', () => {
    const snapshot = snap(
      win(
        el('button', 'Shown', at(10, 10, 40, 20)),
        el('text', 'Just words', at(10, 40, 40, 20)),
        el('button', 'Half', at(380, 10, 40, 20)),
        el('button', 'Outside', at(500, 10, 40, 20)),
        el('button', 'Hidden', { ...at(10, 70, 40, 20), states: ['hidden'] }),
        el('button', 'Nowhere', { frame: null }),
      ),
    );
    const marked = markable(snapshot, size);
    expect(marked.map(({ label }) => label)).toEqual(['Shown', 'Half']);
    expect(marked[1]?.frame).toEqual({ x: 380, y: 10, width: 20, height: 20 });
  });

  test('is not the option a closed combo box keeps under itself', () => {
    const box = (states: readonly 'expanded'[]) =>
      win(el('combobox', 'Sort', { ...at(10, 10, 60, 20), states }, [el('option', 'Name', { ...at(10, 10, 60, 10), actions: ['click'] })]));
    expect(markable(snap(box([])), size).map(({ label }) => label)).toEqual(['Sort']);
    expect(markable(snap(box(['expanded'])), size).map(({ label }) => label)).toEqual(['Sort', 'Name']);
  });

  test('shows a field by what it holds when it has no name', () => {
    const snapshot = snap(win(el('textfield', '', { ...at(1, 1, 50, 20), value: '42' })));
    expect(markable(snapshot, size)[0]?.label).toBe('42');
  });
});
