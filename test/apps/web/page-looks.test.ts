// Looks at a page of 10,000 elements: little is told of it, and what stands still is not read twice.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Watch } from '../../support/sentinel.js';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { until } from '../../support/until.js';
import { personAtWork } from './browser.js';
import { openPageStage, type PageStage } from './stage.js';

let stage: PageStage;
let watch: Watch;
beforeAll(async () => {
  stage = await openPageStage('/big?elements=10000', 'Big');
  watch = await personAtWork(stage.desktop);
});
afterAll(() => stage?.close());

const look = () => stage.window.state({ budget: 2000 });
const run = (javascript: string) => stage.window.page({ action: 'execute_javascript', javascript });

/** The same reading again, under the same name: nothing was taken anew. */
const standsStill = () =>
  until(
    async () => {
      const [first, second] = [await look(), await look()];
      return first.snapshot_id === second.snapshot_id && first;
    },
    { what: 'a second look is the first one', timeoutMs: 40_000 },
  );

describe('a page of 10,000 elements, looked at without a picture', () => {
  test('is told within its budget, and how much was left out is said', async () => {
    const { tree_markdown = '', truncated } = await look();
    expect(tree_markdown.length / 4).toBeLessThan(2200);
    expect(tree_markdown).toContain('"Item 0"');
    expect(truncated?.total).toBeGreaterThan(truncated?.shown ?? 0);
  });

  test('is read once while it stands still, and again where it changed', async () => {
    const before = await standsStill();
    await run('document.querySelector("a").textContent = "Fresh words"');
    const after = await until(
      async () => {
        const seen = await look();
        return seen.tree_markdown?.includes('"Fresh words"') && seen;
      },
      { what: 'the new words are told' },
    );
    expect(after.snapshot_id).not.toBe(before.snapshot_id);
    expect(after.tree_markdown).not.toContain('"Item 0"');
    expect(after.tree_markdown).toContain('"Item 1"');
  });

  test('is read again where rows changed places or took the place of others', async () => {
    await standsStill();
    const links = (tree = '') => [...tree.matchAll(/"((?:Item|Other) \d+)"/g)].map(([, name]) => name).slice(0, 4);
    await run('document.querySelector("ul").insertBefore(document.querySelectorAll("li")[3], document.querySelectorAll("li")[1])');
    await until(async () => links((await look()).tree_markdown).join() === 'Item 3,Item 1,Item 2,Item 4', {
      what: 'the new order is told',
    });
    await standsStill();
    await run(`document.querySelectorAll("li")[2].outerHTML = '<li class="row"><a href="#o">Other 1</a></li>'`);
    await until(async () => links((await look()).tree_markdown).join() === 'Item 3,Other 1,Item 2,Item 4', { what: 'the new row is told' });
  });

  // A browser draws before it tells its tree: looks come before, while and after it does.
  test('is read again where it was scrolled, each time', async () => {
    await standsStill();
    const placeOf = async (label: string) => (await stage.window.state()).elements?.find((each) => each.label === label)?.frame?.y;
    for (let turn = 0; turn < 10; turn++) {
      await run('scrollTo(0, 5000)');
      await until(async () => ((await placeOf('Fresh words')) ?? -1) < 0, { what: 'the first link is above the window' });
      await run('scrollTo(0, 0)');
      await until(async () => ((await placeOf('Fresh words')) ?? -1) > 0, { what: 'the first link is in sight again' });
    }
  });

  test('is read again where it changed under the person’s window', async () => {
    expectUndisturbed(await watch.stop());
    watch = await personAtWork(stage.desktop, { at: { x: 0, y: 0, width: 1270, height: 860 }, title: 'Above it all' });
    await standsStill();
    await run('document.querySelector("a").textContent = "Unseen words"');
    await until(async () => (await look()).tree_markdown?.includes('"Unseen words"'), { what: 'the words nobody saw are told' });
    expectUndisturbed(await watch.stop());
  });
});
