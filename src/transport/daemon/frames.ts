/** JSON lines over a socket: one message a line, bounded, so that a broken peer costs one connection and nothing else. */

export const MAX_FRAME_BYTES = 16 * 1024 * 1024;

export class FrameError extends Error {
  override readonly name = 'FrameError';
}

const NEWLINE = 0x0a;

export class FrameReader {
  /** The beginning of a line whose end has not come yet. */
  #parts: Buffer[] = [];
  #length = 0;

  constructor(
    private readonly onMessage: (message: unknown) => void,
    private readonly maxBytes = MAX_FRAME_BYTES,
  ) {}

  /** Throws a FrameError when a line is too long or no JSON. */
  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.#keep(chunk.subarray(start, end));
      start = end + 1;
      // Decoded line by line: no character is ever cut in two.
      const line = Buffer.concat(this.#parts).toString('utf8');
      this.#parts = [];
      this.#length = 0;
      if (line.trim() !== '') this.onMessage(parse(line));
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
  }

  #keep(part: Buffer): void {
    this.#parts.push(part);
    this.#length += part.length;
    if (this.#length > this.maxBytes) throw new FrameError(`a message is longer than ${this.maxBytes} bytes`);
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new FrameError(`not JSON: ${line.slice(0, 80)}`, { cause });
  }
}

export const frame = (message: unknown): string => `${JSON.stringify(message)}\n`;
