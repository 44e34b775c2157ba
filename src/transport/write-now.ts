import { writeSync } from 'node:fs';

/** Streams that could not take everything at once; what follows must not overtake it. */
const lagging = new Set<number>();

/** Text to a standard stream at once, without opening it as a stream, which costs a short command a tenth of its time. */
export function writeNow(fd: 1 | 2, text: string): void {
  let rest = Buffer.from(text);
  try {
    while (rest.length > 0 && !lagging.has(fd)) rest = rest.subarray(writeSync(fd, rest));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // `offhand list-tools | head`: whoever read our output has seen enough.
    if (code === 'EPIPE') process.exit();
    // A reader that lags behind on a pipe that does not block.
    if (code !== 'EAGAIN') throw error;
    lagging.add(fd);
    stream(fd).once('error', () => process.exit());
  }
  if (rest.length > 0) stream(fd).write(rest);
}

const stream = (fd: 1 | 2): NodeJS.WriteStream => (fd === 1 ? process.stdout : process.stderr);

/** Ends the process without waiting for it to run dry, unless something is still to be written. */
export function exitNow(code: number): void {
  if (lagging.size === 0) process.exit(code);
  process.exitCode = code;
}
