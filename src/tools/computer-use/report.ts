/** What an act came to, in one or two lines a model can act on. */
import { z } from 'zod';
import { DriverError } from '../../errors/driver-error.js';
import { toDriverError } from '../../errors/to-driver-error.js';
import type { Snapshot } from '../../snapshot/snapshot.js';
import { actionResult } from '../fields.js';
import type { ComputerUseArguments } from './schema.js';

const verdicts: Readonly<Record<string, string>> = {
  confirmed: 'confirmed',
  partial: 'only partly done; look before going on',
  unverifiable: 'sent, but nothing shows an effect yet; look before going on',
  suspected_noop: 'no effect was seen; look again and try another way, do not repeat it',
};

const outcome = z.looseObject({ effect: actionResult.shape.effect, route: z.string(), evidence: actionResult.shape.evidence });

export interface ActReport {
  readonly line: string;
  readonly effect: string;
}

export function reportOf(args: ComputerUseArguments, snapshot: Snapshot | undefined, output: unknown): ActReport {
  const { effect, route, evidence, ...rest } = outcome.parse(output);
  const proof = evidence[0] ? `: ${evidence[0].detail}` : '';
  const line = `${describe(args, snapshot)} — ${verdicts[effect] ?? effect} (${route}${proof})`;
  const notes = [...textList(rest.notes), ...disturbance(rest.interference)];
  return { line: [line, ...notes].join('\n'), effect };
}

function describe(args: ComputerUseArguments, snapshot: Snapshot | undefined): string {
  const named = (element: number | undefined) => (element === undefined ? undefined : elementName(element, snapshot));
  const at = (point: readonly number[] | undefined) => point && `(${point.join(', ')})`;
  const place = named(args.element) ?? at(args.coordinate);
  const from = named(args.from_element) ?? at(args.from_coordinate);
  const to = named(args.to_element) ?? at(args.to_coordinate);
  const what = args.action === 'key' ? args.keys : args.action === 'type' ? `${[...(args.text ?? '')].length} characters` : undefined;
  return [args.action, what, place, from && `from ${from}`, to && `to ${to}`].filter((part) => part !== undefined).join(' ');
}

function elementName(element: number, snapshot: Snapshot | undefined): string {
  const label = snapshot?.byIndex.get(element)?.label ?? '';
  return label === '' ? `#${element}` : `#${element} '${label.slice(0, 60)}'`;
}

const textList = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** A clean act needs no words. */
function disturbance(value: unknown): string[] {
  const parsed = actionResult.shape.interference.safeParse(value);
  if (!parsed.success || parsed.data.clean) return [];
  const { clean: _clean, ...parts } = parsed.data;
  const changed = Object.entries(parts).filter(([, part]) => !['unchanged', 'unknown', 'none'].includes(part));
  return [`This disturbed the person: ${changed.map(([part, how]) => `${part} ${how}`).join('; ')}`];
}

/** Errors of the tools underneath, with the way out in this tool's words. */
export function taught(error: unknown): DriverError {
  const { code, message, details, cause } = toDriverError(error);
  const advice = advices[code];
  return new DriverError(code, advice === undefined ? message : `${message} ${advice}`, details, { cause });
}

const recapture = 'Use action "capture" again and take a number from it.';
const advices: Partial<Record<string, string>> = {
  stale_element: recapture,
  no_cached_state: recapture,
  target_changed: 'Use action "capture" again and repeat.',
  point_outside: 'Use pixels of the latest capture.',
  element_not_visible: 'Scroll it into view first, then capture again.',
};
