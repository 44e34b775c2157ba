import { expect, test } from 'vitest';
import { allOrNone } from '../../../src/kit/all-or-none.js';
import { deferred } from '../../../src/kit/deferred.js';

test('gives all when all succeed', async () => {
  const undone: number[] = [];
  expect(await allOrNone([Promise.resolve(1), Promise.resolve(2)], (made) => undone.push(made))).toEqual([1, 2]);
  expect(undone).toEqual([]);
});

test('undoes what succeeded before and after one failed, and fails with it', async () => {
  const undone: number[] = [];
  const late = deferred<number>();
  const all = allOrNone([Promise.resolve(1), Promise.reject(new Error('no')), late.promise], (made) => undone.push(made));
  await expect(all).rejects.toThrow('no');
  late.resolve(3);
  await late.promise;
  expect(undone).toEqual([1, 3]);
});
