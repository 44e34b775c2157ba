// Finds a fixture's widgets in the tree the product shows.
import type { Product } from '../harness/product.js';
import type { Fixture, Toolkit, WidgetName } from '../support/apps.js';
import { until } from '../support/until.js';

const labels: Partial<Record<WidgetName, RegExp>> = {
  entry: /^Name$/,
  button: /^Press me$/,
  hint: /^Hint$/,
  list: /^Rows$/,
  context: /^(Context area|Right click)$/,
  canvas: /^Canvas$/,
  source: /^Drag me$/,
  target: /^Drop here$/,
};

export type ElementNumbers = ReadonlyMap<WidgetName, number>;

/** The numbers of the widgets in a fresh snapshot; programs without accessibility are refused by the product. */
export async function elementNumbers(product: Product, app: Fixture): Promise<ElementNumbers> {
  const { elements = [] } = await product.call('get_window_state', { ...product.at(app), include_screenshot: false });
  const named = Object.entries(labels).flatMap(([name, label]) => {
    const found = elements.find((element) => label.test(element.label));
    return found ? [[name as WidgetName, found.element_index] as const] : [];
  });
  return new Map(named);
}

const withoutTree: readonly Toolkit[] = ['xt', 'tk', 'sdl', 'wine'];
export const hasTree = ({ toolkit }: Fixture): boolean => !withoutTree.includes(toolkit);

/** Waits until the program is on the accessibility bus: a tree may come a moment after its window. */
export async function waitForTree(product: Product, app: Fixture): Promise<void> {
  if (!hasTree(app)) return;
  await until(async () => (await elementNumbers(product, app)).has('button'), { what: `the tree of ${app.toolkit}`, timeoutMs: 20_000 });
}
