import type { Call } from '../../engine/call.js';
import type { Interference } from '../../model/interference.js';

/** For what is done to an application as a whole, and so not by a verb: what came of it, and what it did to the person. */
export async function underWatch<T>(call: Call, work: () => Promise<T>): Promise<{ result: T; interference: Interference }> {
  const watch = await (await call.backend()).person.begin(null, call.signal);
  try {
    const result = await work();
    return { result, interference: await watch.end() };
  } catch (error) {
    await watch.end();
    throw error;
  }
}
