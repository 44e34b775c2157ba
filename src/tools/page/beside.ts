/** A script run in the page of a window that is being looked at: its result stands beside what was seen. */
import type { Call } from '../../engine/call.js';
import type { ErrorShape } from '../../errors/driver-error.js';
import { toDriverError } from '../../errors/to-driver-error.js';
import type { Window } from '../../model/window.js';
import { attachPage } from '../../verbs/page/attach.js';
import { runInPage } from '../../verbs/page/run-in-page.js';
import { actAndReport } from '../act/report.js';
import { scriptResult } from './acts.js';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 50_000;

export type BesideResult = { readonly json: string; readonly truncated: boolean } | { readonly error: ErrorShape };

/** What was seen stays worth having when the script could not be run; the refusal stands in its place. */
export async function runBeside(call: Call, window: Window, source: string): Promise<BesideResult> {
  try {
    const page = await attachPage(call, window, undefined);
    const run = runInPage(call, { window, page }, { source, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES });
    await actAndReport(call, run.act, false);
    return run.outcome();
  } catch (error) {
    const problem = toDriverError(error);
    if (problem.code === 'cancelled') throw problem;
    return { error: problem.toShape() };
  }
}

export function withScript<T extends { tree_markdown?: string }>(seen: T, result: BesideResult) {
  if ('error' in result) return { ...seen, javascript_error: result.error };
  const { json, truncated } = result;
  const section = `## JavaScript result\n${json}${truncated ? '…' : ''}`;
  return {
    ...seen,
    ...(seen.tree_markdown === undefined ? {} : { tree_markdown: `${seen.tree_markdown}\n\n${section}` }),
    javascript_result: scriptResult(json, truncated).result ?? null,
    untrusted_content: true,
  };
}
