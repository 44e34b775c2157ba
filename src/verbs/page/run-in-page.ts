import type { Act, RoutePlan, Verification } from '../../engine/act.js';
import type { Call } from '../../engine/call.js';
import { DriverError } from '../../errors/driver-error.js';
import type { ScriptOutcome } from '../../model/page.js';
import type { Window } from '../../model/window.js';
import { unverifiable } from '../verification.js';
import { type PageTarget, pageAct } from './page-acts.js';
import { MAY_LEAVE } from './scripts.js';

export interface ScriptOptions {
  readonly source: string;
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

export interface ScriptRun {
  readonly act: Act;
  /** What it gave, once performed. */
  outcome(): Extract<ScriptOutcome, { ok: true }>;
}

/** A caller's own script: a risk of its own, since it can do whatever the page can. */
export const runInPage = (call: Call, target: PageTarget, options: ScriptOptions): ScriptRun =>
  scriptRun(call, target.window, options, { route: 'dom', risks: ['javascript'], run: (signal) => target.page.run(options, signal) });

/** In the process behind the page it can do whatever the person can, so it needs what attaching to their browser needs, too. */
export const runInMain = (call: Call, window: Window, options: ScriptOptions): ScriptRun =>
  scriptRun(call, window, options, {
    route: 'system_api',
    risks: ['javascript', 'browser'],
    run: async (signal) => (await call.backend()).pages.runInMain(window, options, signal),
  });

interface ScriptPlace extends Pick<RoutePlan, 'route'>, Pick<Act, 'risks'> {
  run(signal: AbortSignal): Promise<ScriptOutcome>;
}

function scriptRun(call: Call, window: Window, options: ScriptOptions, { route, risks, run }: ScriptPlace): ScriptRun {
  let outcome: ScriptOutcome | undefined;
  const deliver: RoutePlan['deliver'] = async (signal) => {
    outcome = await run(signal);
    if (!outcome.ok)
      throw new DriverError('script_failed', `The script failed: ${outcome.error}.`, {
        error: outcome.error,
        ...(outcome.stack ? { stack: outcome.stack } : {}),
      });
    return { steps: 1, notes: [], confined: true };
  };
  return {
    act: pageAct(
      call,
      { window },
      {
        verb: 'execute_javascript',
        script: options.source,
        risks,
        routes: [{ route, deliver }],
        verification: unverifiable,
      },
    ),
    outcome: () => {
      if (!outcome?.ok) throw new DriverError('internal', 'The script was not run.');
      return outcome;
    },
  };
}

const SCHEMES = new Set(['http:', 'https:', 'about:']);

/** Local files and scripts in addresses would go around what policy says of them. */
export function pageAddress(text: string): string {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (!address || !SCHEMES.has(address.protocol))
    throw new DriverError('invalid_input', `url: "${text.slice(0, 100)}" is no http, https or about address.`);
  return address.href;
}

/** A page that crashed or hangs has nothing to ask any more. */
function nothingToLose(error: unknown): [] {
  if (error instanceof DriverError && ['app_unresponsive', 'page_unavailable', 'delivery_failed'].includes(error.code)) return [];
  throw error;
}

export interface NavigateOptions {
  readonly url: string;
  readonly timeoutMs: number;
  /** Also when the page asks before it is left. */
  readonly leave: boolean;
}

export function navigatePage(call: Call, target: PageTarget, { url, timeoutMs, leave }: NavigateOptions): Act {
  const { page } = target;
  const deliver: RoutePlan['deliver'] = async (signal) => {
    const answers = leave ? [] : await page.ask(MAY_LEAVE, [], signal).catch(nothingToLose);
    if (answers.some(({ value }) => value === false)) {
      throw new DriverError('page_dialog_open', 'The page asks before it is left: pass accept: true to leave it all the same.', {
        dialog: { kind: 'beforeunload' },
      });
    }
    await page.navigate(url, leave, signal);
    return { steps: 1, notes: [], confined: true };
  };
  const verification: Verification = {
    before: async () => {},
    async after(_delivered, signal) {
      if (!(await page.loaded(timeoutMs, signal)))
        return { effect: 'partial', evidence: [{ kind: 'state_readback', detail: `${url} is still loading` }] };
      const [main] = await page.ask('() => location.href', [], signal);
      return { effect: 'confirmed', evidence: [{ kind: 'state_readback', detail: `the page is at ${String(main?.value ?? '')}` }] };
    },
  };
  return pageAct(call, target, { verb: 'navigate', text: url, routes: [{ route: 'dom', deliver }], verification });
}
