// A short flow on the GTK 3 fixture, recorded once and replayed in changed surroundings.
import { join } from 'node:path';
import type { Product } from '../harness/product.js';
import type { Fixture } from '../support/apps.js';
import { until } from '../support/until.js';

export const typedText = 'Grace Hopper writes COBOL';
export const password = 'hunter2-planted-secret';
export const apiKey = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD';

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
