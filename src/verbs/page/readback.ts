import type { Verification } from '../../engine/act.js';
import type { Call } from '../../engine/call.js';
import { DriverError } from '../../errors/driver-error.js';
import { poll } from '../../kit/poll.js';
import type { ElementDetail } from '../../model/element.js';
import type { Window } from '../../model/window.js';
import { FOCUSED_FIELD } from './scripts.js';

/** What the field with the focus holds; a password's text stays with the page. */
export interface FocusedField {
  readonly text: string | null;
  readonly length: number;
}

const LOOK_MS = 250;

/** Reads text back from the page itself where it is attached: the tree of a hidden window lags behind. */
export function readBackInPage(
  call: Call,
  window: Window,
  element: ElementDetail,
  { tree, holds }: { readonly tree: Verification; readonly holds: (field: FocusedField) => string | undefined },
): Verification {
  if (element.inWebContent !== true) return tree;
  return {
    before: (signal) => tree.before(signal),
    async after(delivered, signal) {
      const page = await (await call.backend()).pages.attached(window, signal);
      const look = async () => {
        const answers = await page?.ask(FOCUSED_FIELD, [], signal).catch(noAnswer);
        return answers
          ?.map(({ value }) => (value === null ? undefined : holds(value as FocusedField)))
          .find((proof) => proof !== undefined);
      };
      const proof = page && (await poll(look, { timeoutMs: LOOK_MS, intervalMs: 20, signal }));
      if (proof === undefined) return tree.after(delivered, signal);
      return { effect: 'confirmed', evidence: [{ kind: 'value_readback', detail: proof }] };
    },
  };
}

/** A page that left, hangs or asks something cannot be read; the tree then has to do. */
function noAnswer(error: unknown): undefined {
  if (error instanceof DriverError && error.code !== 'cancelled') return undefined;
  throw error;
}
