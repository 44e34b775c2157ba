/** What is told to the window manager in several steps must not be mixed with another such telling. */
import { Mutex } from '../../../../kit/mutex.js';

const TURN_MS = 5000;

export type InTurn = <T>(act: () => Promise<T>) => Promise<T>;

export function takeTurns(): InTurn {
  const turn = new Mutex();
  return (act) => turn.run(TURN_MS, act);
}
