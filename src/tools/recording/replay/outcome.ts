/** What became of each turn of a replay. */
import { z } from 'zod';

export const turnOutcome = z.object({
  turn: z.int(),
  tool: z.string(),
  summary: z.string(),
  /** `ready` and `missing` are a dry run's: what it would act on is there now, or not (yet). */
  status: z.enum(['done', 'healed', 'differs', 'refused', 'failed', 'skipped', 'damaged', 'ready', 'missing']),
  ms: z.number(),
  healed: z.array(z.string()).optional().describe('What was different and found again.'),
  differences: z.array(z.string()).optional().describe('What came out otherwise than recorded.'),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
  candidates: z.array(z.unknown()).optional().describe('The closest things that are there.'),
});

export type TurnOutcome = z.output<typeof turnOutcome>;

export const replayReport = z.object({
  recording: z.string(),
  dry_run: z.boolean(),
  complete: z.boolean().describe('Every turn asked for was reached and none was refused.'),
  done: z.int().describe('Turns carried out, the healed and differing ones included.'),
  healed: z.int(),
  differing: z.int(),
  refused: z.int(),
  skipped: z.int(),
  damaged: z.int(),
  turns: z.array(turnOutcome),
});

export type ReplayReport = z.output<typeof replayReport>;

export function reportOf(recording: string, dryRun: boolean, planned: number, turns: readonly TurnOutcome[]): ReplayReport {
  const count = (...statuses: TurnOutcome['status'][]): number => turns.filter(({ status }) => statuses.includes(status)).length;
  return {
    recording,
    dry_run: dryRun,
    complete: turns.length === planned && count('refused', 'failed', 'damaged', 'missing') === 0,
    done: count('done', 'healed', 'differs'),
    healed: turns.filter(({ healed, status }) => status !== 'refused' && healed !== undefined && healed.length > 0).length,
    differing: count('differs'),
    refused: count('refused', 'failed', 'missing'),
    skipped: count('skipped'),
    damaged: count('damaged'),
    turns: [...turns],
  };
}
