/**
 * Small models fill every field of a schema, write numbers as text and points as objects. What can mean only one thing is
 * put right here; everything else goes on unchanged and is refused by the schema with the name of the argument.
 */
import { requireAction } from './actions.js';
import { computerUseInput } from './schema.js';

type Fix = (value: unknown) => unknown;

const numberFields = ['pid', 'window_id', 'element', 'from_element', 'to_element', 'amount', 'seconds'];
const pointFields = ['coordinate', 'from_coordinate', 'to_coordinate'];
const switchFields = ['capture_after', 'raise_window'];
/** Zero is no process, window or element: it is filler. */
const zeroMeansAbsent: ReadonlySet<string> = new Set(['pid', 'window_id', 'element', 'from_element', 'to_element']);
const emptyMeansAbsent: ReadonlySet<string> = new Set([
  'app',
  'mode',
  'direction',
  'keys',
  'delivery_mode',
  'session',
  'desktop',
  'screenshot_out_file',
]);

const fixes: ReadonlyMap<string, Fix> = new Map<string, Fix>([
  ...numberFields.map((field): [string, Fix] => [field, toNumber]),
  ...pointFields.map((field): [string, Fix] => [field, toPoint]),
  ...switchFields.map((field): [string, Fix] => [field, toSwitch]),
  ['mode', toWord],
  ['direction', toWord],
  ['modifiers', toWords],
  ['keys', (value) => (Array.isArray(value) ? value.join('+') : value)],
]);

export function tolerate(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw;
  const input: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(raw)) {
    const fixed = fixes.get(field)?.(value) ?? value;
    if (!isAbsent(field, fixed)) input[field] = fixed;
  }
  return { ...input, action: requireAction(input.action) };
}

function isAbsent(field: string, value: unknown): boolean {
  if (value === null || value === undefined) return Object.hasOwn(computerUseInput.shape, field);
  if (pointFields.includes(field)) return Array.isArray(value) && (value.length === 0 || value.every((each) => each === null));
  return (zeroMeansAbsent.has(field) && value === 0) || (emptyMeansAbsent.has(field) && value === '');
}

function toNumber(value: unknown): unknown {
  if (typeof value !== 'string' || !/^#?\s*-?\d+(\.\d+)?$/.test(value.trim())) return value;
  return Number(value.trim().replace(/^#\s*/, ''));
}

/** `[3, 4]`, `{x: 3, y: 4}`, `"3, 4"` and `"[3, 4]"` are one point. */
function toPoint(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toNumber);
  if (typeof value === 'object' && value !== null && 'x' in value && 'y' in value) return [toNumber(value.x), toNumber(value.y)];
  if (typeof value !== 'string') return value;
  const found = /^\s*[[(]?\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*[\])]?\s*$/.exec(value);
  return found ? [Number(found[1]), Number(found[2])] : value;
}

function toSwitch(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const word = value.trim().toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : value;
}

function toWord(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().toLowerCase() : value;
}

function toWords(value: unknown): unknown {
  return typeof value === 'string' ? value.split(/[+,\s]+/).filter(Boolean) : value;
}
