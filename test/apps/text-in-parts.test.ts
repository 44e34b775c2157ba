// A text typed in parts reads as if it had been typed at once, whichever way each part goes in.
import { expect, test } from 'vitest';
import { startProduct } from '../harness/product.js';
import { elementNumbers, waitForTree } from '../matrix/elements.js';
import { startFixture } from '../support/apps.js';
import { openDesktop } from '../support/desktop.js';

test.each(['gtk3', 'gtk4', 'qt5', 'qt6'] as const)('%s: by element, by element again, then at the caret', async (toolkit) => {
  await using desktop = await openDesktop();
  await using product = startProduct(desktop);
  await product.call('check_permissions', {});
  const app = await startFixture(desktop, toolkit);
  await waitForTree(product, app);
  const target = product.at(app);
  await product.call('click', { ...target, ...app.centre('entry') });
  const element_index = (await elementNumbers(product, app)).get('entry');
  const routes: string[] = [];
  for (const part of [{ element_index, text: 'one 😀 ' }, { element_index, text: 'two ' }, { text: 'three' }])
    routes.push((await product.call('type_text', { ...target, ...part })).route);
  expect(routes).toEqual(['accessibility', 'accessibility', 'synthetic_events']);
  await app.waitForEvent(
    'the whole text',
    ({ type, widget, text }) => type === 'text' && widget === 'entry' && text === 'one 😀 two three',
  );
});
