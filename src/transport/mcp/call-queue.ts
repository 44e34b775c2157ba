/** Runs calls one after the other, in the order they came; a call cancelled while it waits never starts. */
export class CallQueue {
  #tail: Promise<unknown> = Promise.resolve();

  run<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    const turn = this.#tail.then(() => {
      signal.throwIfAborted();
      return call();
    });
    // The next in line starts whatever became of this one.
    this.#tail = turn.catch(() => {});
    return turn;
  }
}
