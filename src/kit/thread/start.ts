/** The side of a thread that calls. Threads are for what must not wait while ours computes: each serves one thing, opened when it starts. */
import { Worker } from 'node:worker_threads';
import { type Deferred, deferred } from '../deferred.js';
import { type Answer, type Methods, OPENED, type Question, run } from './messages.js';

export interface Thread {
  /** Once the signal aborts, the method decides how it ends: what it has done by then must not be lost. */
  call(method: string, args?: readonly unknown[], signal?: AbortSignal): Promise<unknown>;
  /** Resolves with the reason once it has ended, whoever ended it. */
  readonly ended: Promise<Error>;
  end(): Promise<void>;
}

/** `toError` makes an error of what `serveThread` made of one. */
export async function startThread(program: string, data: unknown, toError: (failure: unknown) => unknown): Promise<Thread> {
  const thread = new WorkerThread(new Worker(program, { workerData: data, execArgv: [] }), toError);
  try {
    await thread.opened;
  } catch (error) {
    await thread.end();
    throw error;
  }
  return thread;
}

/** The same in our own thread, where it waits for everything else. */
export async function withoutThread(open: () => Promise<Methods>): Promise<Thread> {
  const methods = await open();
  return {
    call: async (method, args = [], signal = new AbortController().signal) => run(methods, method, args, signal),
    ended: new Promise(() => {}),
    end: () => Promise.resolve(),
  };
}

class WorkerThread implements Thread {
  readonly opened: Promise<unknown>;
  readonly ended: Promise<Error>;
  readonly #waiting = new Map<number, Deferred<unknown>>();
  #reason: Error | undefined;
  #last = OPENED;

  constructor(
    private readonly worker: Worker,
    private readonly toError: (failure: unknown) => unknown,
  ) {
    const ended = deferred<Error>();
    this.ended = ended.promise;
    const end = (reason: Error) => {
      this.#reason ??= reason;
      for (const { reject } of this.#waiting.values()) reject(this.#reason);
      this.#waiting.clear();
      ended.resolve(this.#reason);
    };
    this.opened = this.#answerTo(OPENED);
    worker.on('message', (answer: Answer) => this.#hear(answer));
    worker.on('error', end);
    worker.on('exit', (code) => end(new Error(`the thread ended with code ${code}`)));
  }

  async call(method: string, args: readonly unknown[] = [], signal?: AbortSignal): Promise<unknown> {
    signal?.throwIfAborted();
    if (this.#reason) throw this.#reason;
    const id = ++this.#last;
    const takeBack = () => this.#ask({ id });
    signal?.addEventListener('abort', takeBack, { once: true });
    const answer = this.#answerTo(id);
    this.#ask({ id, method, args });
    try {
      return await answer;
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', takeBack);
    }
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }

  #ask(question: Question): void {
    this.worker.postMessage(question);
  }

  #answerTo(id: number): Promise<unknown> {
    const answer = deferred<unknown>();
    this.#waiting.set(id, answer);
    return answer.promise;
  }

  #hear(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ('failure' in answer) waiting?.reject(this.toError(answer.failure));
    else waiting?.resolve(answer.value);
  }
}
