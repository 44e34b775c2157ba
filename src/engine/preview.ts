import { formatCombo } from '../model/key-combo.js';
import type { Act } from './act.js';

/** What a person sees when asked: where and what kind, how much text but never which. */
export function previewOf({ verb, element, point, text, combos, secrets, window, app }: Act): string {
  const what = [
    verb,
    element ? `${element.role} "${element.name.slice(0, 60)}"` : point ? `at (${point.x}, ${point.y})` : undefined,
    text === undefined ? undefined : secrets ? `the secret ${secrets.join(', ')}` : `${[...text].length} characters`,
    combos?.map((combo) => formatCombo(combo, 'meta')).join(', '),
  ];
  return `${what.filter(Boolean).join(' ')} in ${window ? `"${window.title.slice(0, 60)}"` : (app ?? 'the desktop')}`;
}
