// Every verb in every toolkit under every window manager, held to what docs/delivery-matrix.md promises.
// MATRIX=full runs all groups, MATRIX_ONLY='i3 .*' some of them, MATRIX_VERBS=drag some verbs, MATRIX_WRITE=1 writes the page instead.
import { describe, expect, test } from 'vitest';
import { type Cell, keyOf, promisesDelivery, textOf } from '../matrix/cells.js';
import { readPage, updatePage } from '../matrix/page.js';
import { plan } from '../matrix/plan.js';
import { runGroup } from '../matrix/run-group.js';

const { MATRIX, MATRIX_ONLY = '', MATRIX_VERBS = '', MATRIX_WRITE } = process.env;

/** Cells that are not what the page promises; more than promised is welcome. */
function broken(cells: readonly Cell[]): Cell[] {
  const promises = readPage();
  return cells.filter((cell) => {
    const found = textOf(cell);
    return !promisesDelivery(found) && found !== promises.get(keyOf(cell));
  });
}

const inWords = (cell: Cell) => `${keyOf(cell)}: ${textOf(cell)} ${cell.disturbances.slice(0, 3).join(' ')}`;

describe('the delivery matrix', () => {
  test.each(plan(MATRIX === 'full', new RegExp(MATRIX_ONLY), new RegExp(MATRIX_VERBS)))(
    '$name is as promised',
    { timeout: 240_000 },
    async (group) => {
      const cells = await runGroup(group);
      for (const cell of cells) if (cell.disturbances.length > 0) console.log(inWords(cell));
      if (MATRIX_WRITE) return updatePage(cells);
      const first = broken(cells);
      if (first.length === 0) return;
      // A busy machine can make a program late; what is really broken is so again on a fresh desktop.
      console.log('again:', first.map(inWords));
      const again = broken(await runGroup({ ...group, only: first.map(({ verb }) => verb) }));
      expect(again.map(inWords)).toEqual([]);
    },
  );
});
