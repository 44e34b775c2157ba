// Text that somebody has selected, in no window that anybody sees, and whether it was taken from them.
import type { Desktop } from './desktop.js';
import { fixtureBinary } from './parts/fixture-binaries.js';
import { type Line, type LineProcess, startLineProcess } from './parts/line-process.js';

export interface PersonsSelection {
  readonly text: string;
  /** They select it again. */
  renew(): Promise<void>;
  /** How often somebody else has taken it. */
  losses(): number;
  /** Waits for that. */
  lost(): Promise<Line>;
  /** They have nothing selected any more. */
  end(): Promise<void>;
}

export async function personSelects(desktop: Desktop, text = 'words of the person'): Promise<PersonsSelection> {
  const selector: LineProcess = startLineProcess(desktop, await fixtureBinary('selector'), [text]);
  const isLoss = ({ type }: Line) => type === 'lost';
  const renew = async () => void (await selector.ask('select', 'selected'));
  await renew();
  return {
    text,
    renew,
    losses: () => selector.lines.filter(isLoss).length,
    lost: () => selector.next('the selection is lost', isLoss),
    end: async () => void (await selector.child.kill()),
  };
}
