// Tells in which marked phase of a watch the person was disturbed.
import type { SentinelReport } from '../support/sentinel.js';
import { disturbances } from '../support/undisturbed.js';

export interface Blamed {
  readonly line: string;
  /** The label of the phase; undefined for what is only seen in the end state. */
  readonly phase: string | undefined;
}

/** What opens on top of everything is seen on top of the person's window: no display can avoid that. */
const shownOnTop = /^(visibility|expose) on/;

export function blamed(report: SentinelReport): Blamed[] {
  const marks = report.changes.filter(({ type }) => type === 'mark');
  const found = disturbances(report).filter((line) => !shownOnTop.test(line));
  return found.map((line) => {
    const at = / at ([\d.]+)$/.exec(line)?.[1];
    // The monitor looks once more before it begins a phase: what it finds then may carry the very instant of the mark.
    const mark = at === undefined ? undefined : marks.findLast((each) => Number(each.at) < Number(at));
    return { line, phase: mark ? String(mark.label) : undefined };
  });
}
