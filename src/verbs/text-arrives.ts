import type { Verification } from '../engine/act.js';
import type { Call } from '../engine/call.js';
import { monotonicMs } from '../kit/clock.js';
import { type ElementDetail, hasState } from '../model/element.js';
import type { Window } from '../model/window.js';
import { readElement } from './verification.js';

const BASE_WAIT_MS = 300;
/** What is in a page comes into its browser's tree by way of another process. */
const PAGE_WAIT_MS = 1000;
const WAIT_PER_CHARACTER_MS = 1;

/** The field must grow by exactly the text; fewer characters make the result partial, with their number. */
export function textArrives(call: Call, window: Window, element: ElementDetail, text: string): Verification {
  const read = readElement(call, window, element.key);
  let before = '';
  let countBefore = 0;
  return {
    async before(signal) {
      const detail = await read(signal);
      before = contentOf(detail) ?? '';
      countBefore = detail?.characterCount ?? [...before].length;
    },
    async after(_delivered, signal) {
      const deadline = monotonicMs() + (element.inWebContent ? PAGE_WAIT_MS : BASE_WAIT_MS) + text.length * WAIT_PER_CHARACTER_MS;
      const watch = (await call.backend()).access.watch(window);
      try {
        for (;;) {
          const detail = await read(signal);
          const now = contentOf(detail);
          if (detail && arrived(detail, { before, countBefore, now, text })) {
            return { effect: 'confirmed', evidence: [{ kind: 'value_readback', detail: `${[...text].length} characters arrived` }] };
          }
          if (monotonicMs() >= deadline) return shortfall(before, now, text);
          await watch.next(20, signal);
        }
      } finally {
        watch.end();
      }
    },
  };
}

const contentOf = (detail: ElementDetail | undefined): string | undefined => detail?.text ?? detail?.value;

interface Growth {
  readonly before: string;
  readonly countBefore: number;
  readonly now: string | undefined;
  readonly text: string;
}

function arrived(detail: ElementDetail, { before, countBefore, now, text }: Growth): boolean {
  // A password field hides its text: only the number of characters can be compared.
  if (hasState(detail, 'password')) return (detail.characterCount ?? -1) === countBefore + [...text].length;
  if (now === undefined) return false;
  // A selection is replaced, so the field may also lose something.
  const typed = normal(text);
  return occurrences(normal(now), typed) > occurrences(normal(before), typed);
}

/** Rich text views answer with no-break spaces and single line feeds. */
const normal = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/\u00a0/g, ' ');

function occurrences(text: string, part: string): number {
  if (part === '') return 0;
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) count++;
  return count;
}

function shortfall(before: string, now: string | undefined, text: string) {
  const grown = now === undefined ? 0 : [...now].length - [...before].length;
  if (now === undefined) return { effect: 'unverifiable' as const, evidence: [] };
  if (grown <= 0 && now === before) return { effect: 'suspected_noop' as const, evidence: [] };
  const detail = `the field grew by ${grown} of ${[...text].length} characters`;
  return { effect: 'partial' as const, evidence: [{ kind: 'value_readback' as const, detail }] };
}
