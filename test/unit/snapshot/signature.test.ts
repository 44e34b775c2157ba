import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ElementNode } from '../../../src/model/element.js';
import { findBySignature, type Signature, signatureOf } from '../../../src/snapshot/signature.js';
import type { Snapshot } from '../../../src/snapshot/snapshot.js';
import { anyTree } from './arbitrary-tree.js';
import { el, snap, win } from './build-tree.js';

function signed(snapshot: Snapshot, index: number): Signature {
  const signature = signatureOf(snapshot, index);
  if (!signature) throw new Error(`no element ${index}`);
  return signature;
}

/** Rows with a person's name and an equal button each; `first` shifts every key, as a restart would. */
const people = (names: readonly string[], first = 0): ElementNode =>
  win(
    el(
      'list',
      'People',
      {},
      names.map((name, at) =>
        el('group', '', { key: `g${first + at}` }, [
          el('text', name, { key: `t${first + at}` }),
          el('button', 'Delete', { key: `b${first + at}`, frame: { x: 300, y: 20 * at, width: 40, height: 16 } }),
        ]),
      ),
    ),
  );

describe('a signature', () => {
  test('says what the element is and where', () => {
    const root = win(
      el('toolbar', 'Edit', {}, [el('button', 'Cut'), el('button', 'Copy', { frame: { x: 100, y: 75, width: 200, height: 150 } })]),
    );
    expect(signatureOf(snap(root), 2)).toEqual({
      role: 'button',
      label: 'Copy',
      ancestors: [{ role: 'toolbar', label: 'Edit' }],
      near: { before: 'Cut', after: null },
      position: { ordinal: 0, count: 1, at: { x: 0.5, y: 0.5 } },
    });
  });

  test('is missing for a number that is not there', () => {
    expect(signatureOf(snap(win()), 5)).toBeUndefined();
  });

  test('finds the element again after it was renumbered and moved', () => {
    const signature = signed(snap(win(el('button', 'Save'))), 1);
    const later = snap(win(el('button', 'Open'), el('toolbar', 'Main', {}, [el('button', 'New'), el('button', 'Save')])));
    const found = findBySignature(later, signature);
    expect(found).toMatchObject({ kind: 'match', node: { index: 3, label: 'Save' } });
    expect(found.kind === 'match' && found.healed).toContain('moved to another parent');
  });

  test('survives being written and read', () => {
    const snapshot = snap(people(['Ann', 'Bob']));
    const signature: Signature = JSON.parse(JSON.stringify(signed(snapshot, 2)));
    expect(findBySignature(snapshot, signature)).toMatchObject({ kind: 'match', node: { index: 2 } });
  });

  test('follows its row when others are put before it', () => {
    const signature = signed(snap(people(['Ann', 'Bob'])), 2);
    const later = snap(people(['Zoe', 'Ann', 'Bob'], 50));
    expect(findBySignature(later, signature)).toMatchObject({ kind: 'match', node: { index: 3 } });
  });

  test('does not take the next row when its own is gone', () => {
    const signature = signed(snap(people(['Ann', 'Bob', 'Cid'])), 2);
    expect(findBySignature(snap(people(['Xi', 'Yu', 'Zoe'])), signature)).toMatchObject({ kind: 'ambiguous' });
    expect(findBySignature(snap(people(['Xi'])), signature).kind).not.toBe('match');
  });

  test('does not take the only row left when rows have names', () => {
    const row = (name: string) => win(el('row', name, { states: ['selectable'] }, [el('text', 'x'), el('button', 'Delete')]));
    const signature = signed(snap(row('Ann')), 2);
    expect(findBySignature(snap(row('Ann')), signature).kind).toBe('match');
    expect(findBySignature(snap(row('Bob')), signature)).toMatchObject({ kind: 'none', candidates: [{ label: 'Delete' }] });
  });

  test('does not take the button of another dialog', () => {
    const dialog = (title: string) => win(el('dialog', title, {}, [el('button', 'OK'), el('button', 'Cancel')]));
    const signature = signed(snap(dialog('Save changes?')), 1);
    expect(findBySignature(snap(dialog('Delete everything?')), signature).kind).toBe('none');
  });

  test('that fits nothing comes back with what is closest', () => {
    const signature = signed(snap(win(el('button', 'Save file'))), 1);
    const found = findBySignature(snap(win(el('button', 'Save files'), el('link', 'Save file'), el('button', 'Quit'))), signature);
    expect(found.kind).toBe('none');
    expect(found.kind === 'none' && found.candidates.map(({ label }) => label)).toEqual(['Save files', 'Save file']);
  });

  test('never matches another role or label', () => {
    fc.assert(
      fc.property(anyTree, anyTree, (before, after) => {
        const first = snap(before);
        const second = snap(after);
        for (const index of first.byIndex.keys()) {
          const signature = signed(first, index);
          const found = findBySignature(second, signature);
          if (found.kind === 'match') expect(found.node).toMatchObject({ role: signature.role, label: signature.label });
        }
      }),
    );
  });

  test('never matches another element of the same snapshot', () => {
    fc.assert(
      fc.property(anyTree, (root) => {
        const snapshot = snap(root);
        for (const index of snapshot.byIndex.keys()) {
          const found = findBySignature(snapshot, signed(snapshot, index));
          if (found.kind === 'match') expect(found.node.index).toBe(index);
        }
      }),
    );
  });
});
