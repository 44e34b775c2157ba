// A short flow on a fixture, recorded once and replayed in changed surroundings.
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Product } from '../harness/product.js';
import type { Fixture } from '../support/apps.js';
import type { Line } from '../support/parts/line-process.js';
import { until } from '../support/until.js';

export const typedText = 'Grace Hopper writes COBOL';
export const password = 'hunter2-planted-secret';
export const apiKey = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD';
/** What a replay types instead. */
export const otherTexts = { name: 'Ada Lovelace', password: 'another-one' };

type Place = { pid: number; window_id: number };

export async function elementIn(product: Product, at: Place, role: RegExp, label: RegExp): Promise<number> {
  const found = await until(
    async () => {
      const { elements } = await product.call('get_window_state', { ...at, include_screenshot: false });
      return elements?.find((each) => role.test(each.role) && label.test(each.label));
    },
    { what: `${role} ${label}` },
  );
  return found.element_index;
}

/** Types, ticks, slides and presses; every part leaves a trace in the fixture's own log. */
export async function recordFlow(product: Product, app: Fixture, name: string, options: { keepText?: boolean } = {}): Promise<string> {
  const at = product.at(app);
  await elementIn(product, at, /^button$/, /^Press me$/);
  const folder = join(product.home, 'recordings', name);
  await product.call('start_recording', { name, record_video: false, keep_typed_text: options.keepText ?? false });
  const index = (role: RegExp, label: RegExp) => elementIn(product, at, role, label);
  await product.call('set_value', { ...at, element_index: await index(/^textfield$/, /^Name$/), value: typedText });
  await product.call('set_value', { ...at, element_index: await index(/^passwordfield$|^textfield$/, /^Password$/), value: password });
  await product.call('click', { ...at, element_index: await index(/^checkbox$/, /^Enabled$/) });
  await product.call('set_value', { ...at, element_index: await index(/^slider$/, /^Volume$/), value: 75 });
  await product.call('click', { ...at, element_index: await index(/^button$/, /^Press me$/) });
  await product.call('stop_recording', {});
  return folder;
}

/** What the fixture itself says it received. */
export const received = (fixture: Fixture, from: number): Line[] =>
  fixture
    .events()
    .slice(from)
    .filter(({ type }) => ['text', 'toggled', 'value', 'clicked'].includes(type));

/** The flow arrived once, with the other texts, and nothing besides. */
export async function expectFlow(fixture: Fixture, from: number): Promise<void> {
  await fixture.waitForEvent('the button', ({ type, widget }) => type === 'clicked' && widget === 'button', { from });
  const events = received(fixture, from);
  expect(events.findLast(({ widget }) => widget === 'entry')?.text).toBe(otherTexts.name);
  expect(events.findLast(({ widget }) => widget === 'secret')?.text).toBe(otherTexts.password);
  expect(events.filter(({ type }) => type === 'toggled')).toEqual([expect.objectContaining({ widget: 'check', checked: true })]);
  expect(Number(events.findLast(({ widget }) => widget === 'slider')?.value)).toBe(75);
  expect(events.filter(({ type }) => type === 'clicked')).toHaveLength(1);
  expect(new Set(events.map(({ widget }) => widget))).toEqual(new Set(['entry', 'secret', 'check', 'slider', 'button']));
}
