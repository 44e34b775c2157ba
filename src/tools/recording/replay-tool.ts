import { z } from 'zod';
import { recordingFolder } from '../../recording/names.js';
import { type AnyTool, defineTool } from '../define.js';
import { toolInput } from '../fields.js';
import { replayReport } from './replay/outcome.js';
import { replay } from './replay/replay.js';

const turn = z.int().min(1).max(99_999).optional();

/** The list of tools contains this one, so it is handed the list instead of importing it. */
export const replayTool = (findTool: (name: string) => AnyTool) =>
  defineTool({
    name: 'replay_trajectory',
    group: 'recording',
    effect: 'act',
    summary:
      'Do a recording again: finds each element by what it was, heals what moved, refuses what does not fit, checks what came of it.',
    input: toolInput({
      dir: z.string().min(1).max(4096).describe('Name of a recording, or the absolute path of its folder.'),
      from: turn.describe('First turn; default the first.'),
      to: turn.describe('Last turn; default the last.'),
      dry_run: z.boolean().optional().describe('Only look whether what each turn needs is there now.'),
      variables: z.record(z.string(), z.string()).optional().describe('What to type, by variable, e.g. {"email":"a@b.c"}.'),
      delay_ms: z.int().min(0).max(10_000).optional().describe('Pause between turns, default 0.'),
      timeout_ms: z.int().min(0).max(120_000).optional().describe('Longest wait for a window or element, default 5000.'),
      stop_on_error: z.boolean().optional().describe('End at the first refused or failed turn; default true.'),
      skip_damaged: z.boolean().optional().describe('Go on after a damaged turn; default false.'),
      check: z.boolean().optional().describe('Compare what each turn led to with the recording; default true.'),
    }),
    output: replayReport,
    profile: 'full',
    cli: { positional: ['dir'], example: 'offhand replay_trajectory invoice-run --dry-run' },
  })(({ input, call }) =>
    replay(call, findTool, {
      folder: recordingFolder(call.engine.recorder.folder, input.dir),
      from: input.from,
      to: input.to,
      dryRun: input.dry_run ?? false,
      variables: new Map(Object.entries(input.variables ?? {})),
      delayMs: input.delay_ms ?? 0,
      timeoutMs: input.timeout_ms ?? 5000,
      stopOnError: input.stop_on_error ?? true,
      skipDamaged: input.skip_damaged ?? false,
      checks: input.check ?? true,
    }),
  );
