/** The part of a result worth keeping: what an act achieved, and the small facts of everything else. */
import { z } from 'zod';
import type { Turn } from '../../../engine/recorder.js';
import type { ActionRecord } from '../../../recording/format.js';
import { actionResult } from '../../fields.js';

const LONGEST_TEXT = 200;
const DEEPEST = 2;

/** Whole texts are what was read, not facts about it. */
const texts: ReadonlySet<string> = new Set(['text', 'tree_markdown', 'base64', 'summary']);

export function resultOf({ output, error }: Turn): ActionRecord['result'] {
  if (error) return { ok: false, error };
  const act = actionResult.safeParse(output);
  if (!act.success) return { ok: true, facts: factsIn(output) };
  const { effect, route, delivery, evidence, fell_back_from, notes, interference } = act.data;
  return {
    ok: true,
    effect,
    route,
    delivery: { mode: delivery.mode, ...(delivery.delivered_count === undefined ? {} : { delivered_count: delivery.delivered_count }) },
    evidence: evidence.map(({ kind, detail }) => ({ kind, detail })),
    ...(fell_back_from ? { fell_back_from } : {}),
    ...(notes ? { notes } : {}),
    interference,
  };
}

const record = z.record(z.string(), z.unknown());

function factsIn(output: unknown, depth = 0): Record<string, unknown> {
  const parsed = record.safeParse(output);
  if (!parsed.success) return {};
  return Object.fromEntries(
    Object.entries(parsed.data).flatMap(([name, value]): [string, unknown][] => {
      if (typeof value === 'number' || typeof value === 'boolean' || value === null) return [[name, value]];
      if (typeof value === 'string') return texts.has(name) || value.length > LONGEST_TEXT ? [] : [[name, value]];
      if (Array.isArray(value)) return [[name, `${value.length} ${value.length === 1 ? 'entry' : 'entries'}`]];
      return typeof value === 'object' && depth < DEEPEST ? [[name, factsIn(value, depth + 1)]] : [];
    }),
  );
}
