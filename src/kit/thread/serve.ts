/** The side of a thread that does the work. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Answer, type Methods, OPENED, type Question, run } from './messages.js';

/** Called by the program of a thread. Errors cross as what `toFailure` makes of them. */
export async function serveThread<T>(open: (data: T) => Promise<Methods>, toFailure: (error: unknown, data: T) => unknown): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('this program is a thread of another one');
  const say = (answer: Answer) => port.postMessage(answer);
  const running = new Map<number, AbortController>();
  const answer = async (id: number, act: (signal: AbortSignal) => unknown): Promise<void> => {
    const stop = new AbortController();
    running.set(id, stop);
    try {
      say({ id, value: await act(stop.signal) });
    } catch (error) {
      say({ id, failure: toFailure(error, workerData) });
    } finally {
      running.delete(id);
    }
  };
  let methods: Methods = {};
  await answer(OPENED, async () => {
    methods = await open(workerData);
  });
  port.on('message', ({ id, method, args = [] }: Question) => {
    if (method === undefined) running.get(id)?.abort();
    else void answer(id, (signal) => run(methods, method, args, signal));
  });
}
