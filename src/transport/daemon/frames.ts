/** JSON lines over a socket: one message a line, bounded, so that a broken peer costs one connection and nothing else. */
import { StringDecoder } from 'node:string_decoder';

export const MAX_FRAME_BYTES = 16 * 1024 * 1024;

export class FrameError extends Error {
  override readonly name = 'FrameError';
}

export class FrameReader {
  readonly #decoder = new StringDecoder('utf8');
  #rest = '';

  constructor(
    private readonly onMessage: (message: unknown) => void,
    private readonly maxBytes = MAX_FRAME_BYTES,
  ) {}

  /** Throws a FrameError when a line is too long or no JSON. */
  push(chunk: Buffer): void {
    const text = this.#decoder.write(chunk);
    if (!text.includes('\n')) {
      this.#rest += text;
      if (this.#rest.length > this.maxBytes) throw new FrameError(`a message is longer than ${this.maxBytes} bytes`);
      return;
    }
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.length > this.maxBytes) throw new FrameError(`a message is longer than ${this.maxBytes} bytes`);
      if (line.trim() !== '') this.onMessage(parse(line));
    }
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
