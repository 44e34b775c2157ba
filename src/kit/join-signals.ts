export interface JoinedSignal extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * Aborts with the first of several, until disposed.
 * `AbortSignal.any` would leave a trace of every use in signals that outlive it, such as a session's.
 */
export function joinSignals(...signals: readonly (AbortSignal | undefined)[]): JoinedSignal {
  const joined = new AbortController();
  const given = signals.filter((signal) => signal !== undefined);
  const undo = given.map((signal) => {
    const abort = () => joined.abort(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    return () => signal.removeEventListener('abort', abort);
  });
  const aborted = given.find((signal) => signal.aborted);
  if (aborted) joined.abort(aborted.reason);
  return {
    signal: joined.signal,
    [Symbol.dispose]: () => {
      for (const each of undo) each();
    },
  };
}
