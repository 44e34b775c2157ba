/** `policy.toml` from text: syntax, shape and combinations, each fault with the place it stands at. */
import { parse, TomlError } from 'smol-toml';
import type { z } from 'zod';
import { DriverError } from '../errors/driver-error.js';
import { nearest } from '../kit/nearest.js';
import { makePolicy, type Policy } from './policy.js';
import { policyFile, policyTable } from './schema.js';

export interface PolicyFault {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

export type ParsedPolicy = { readonly ok: true; readonly policy: Policy } | { readonly ok: false; readonly faults: readonly PolicyFault[] };

export function parsePolicy(source: string): ParsedPolicy {
  let document: unknown;
  try {
    document = parse(source, { unsafeKeyBehaviour: 'throw' });
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [summary = 'the file is not TOML'] = error.message.split('\n');
    return { ok: false, faults: [{ message: summary, line: error.line, column: error.column }] };
  }
  const parsed = policyFile.safeParse(document);
  if (!parsed.success) return { ok: false, faults: parsed.error.issues.flatMap((issue) => faultsOf(issue, source)) };
  try {
    return { ok: true, policy: makePolicy(parsed.data.cua?.policy ?? policyTable.parse({})) };
  } catch (error) {
    if (!(error instanceof DriverError)) throw error;
    const key = String(error.details?.key);
    return { ok: false, faults: [{ message: error.message, ...placeOf(source, ['cua', 'policy', key], String(error.details?.value)) }] };
  }
}

type Path = readonly PropertyKey[];

function faultsOf(issue: z.core.$ZodIssue, source: string): PolicyFault[] {
  if (issue.code === 'unrecognized_keys') {
    const known = issue.path.length === 2 ? Object.keys(policyTable.shape) : [];
    return issue.keys.map((key) => {
      const [guess] = nearest(key, known);
      const where = issue.path.length > 0 ? ` in ${nameOf(issue.path)}` : '; everything belongs under [cua.policy]';
      return {
        message: `unknown key "${key}"${where}${guess ? `; did you mean ${guess}?` : ''}`,
        ...placeOf(source, [...issue.path, key]),
      };
    });
  }
  return [{ message: `${nameOf(issue.path)}: ${issue.message}`, ...placeOf(source, issue.path) }];
}

const nameOf = (path: Path): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : String(part)))
    .join('.')
    .replaceAll('.[', '[');

/** Line and column of the deepest part of `path` that the file spells out. */
function placeOf(source: string, path: Path, value?: string): { line: number; column: number } {
  const wanted = path.map(String);
  let table: string[] = [];
  const seen = new Map<string, number>();
  let best = { depth: -1, line: 1, column: 1 };
  source.split('\n').forEach((text, i) => {
    const header = /^\s*(\[\[?)\s*([^\]]+?)\s*\]/.exec(text);
    const key = /^\s*([\w.\-"' ]+?)\s*=/.exec(text);
    let here: string[] | undefined;
    if (header) {
      table = splitKey(header[2] ?? '');
      if (header[1] === '[[') {
        const name = table.join('.');
        seen.set(name, (seen.get(name) ?? -1) + 1);
        table = [...table, String(seen.get(name))];
      }
      here = table;
    } else if (key) here = [...table, ...splitKey(key[1] ?? '')];
    if (here === undefined || !here.every((part, depth) => wanted[depth] === part) || here.length <= best.depth) return;
    const inside = text.indexOf(value ?? wanted.slice(here.length).findLast((part) => !/^\d+$/.test(part)) ?? '\n');
    best = { depth: here.length, line: i + 1, column: (inside >= 0 ? inside : text.search(/\S/)) + 1 };
  });
  return { line: best.line, column: best.column };
}

const splitKey = (key: string): string[] => key.split('.').map((part) => part.trim().replaceAll(/^["']|["']$/g, ''));
