// What one session recorded is done again by a later one, in applications of other toolkits started anew.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct } from '../harness/product.js';
import { startFixture, type Toolkit } from '../support/apps.js';
import { type Desktop, openDesktop } from '../support/desktop.js';
import { startSentinel } from '../support/sentinel.js';
import { expectUndisturbed } from '../support/undisturbed.js';
import { elementIn, expectFlow, otherTexts, recordFlow } from './flow.js';

let desktop: Desktop;

beforeAll(async () => {
  desktop = await openDesktop();
});
afterAll(() => desktop?.dispose());

async function recordOnce(toolkit: Toolkit): Promise<string> {
  await using product = startProduct(desktop, { session: `first-${toolkit}` });
  const app = await startFixture(desktop, toolkit);
  const folder = await recordFlow(product, app, toolkit);
  await app.child.kill();
  return folder;
}

test.each(['gtk4', 'qt6', 'chromium'] as const)('a flow in a %s window, beside a person who types', async (toolkit) => {
  const dir = await recordOnce(toolkit);
  await using later = startProduct(desktop, { session: `later-${toolkit}` });
  const app = await startFixture(desktop, toolkit);
  await elementIn(later, later.at(app), /^button$/, /^Press me$/);
  const watch = await startSentinel(desktop, { typing: true });
  const from = app.events().length;
  const report = await later.call('replay_trajectory', { dir, variables: otherTexts });
  expect(report).toMatchObject({ complete: true, done: 5, refused: 0, differing: 0 });
  await expectFlow(app, from);
  expectUndisturbed(await watch.stop());
  await app.child.kill();
});
