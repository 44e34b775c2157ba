import { StringDecoder } from 'node:string_decoder';

/** Enough for a megabyte of text in any escaping. */
export const MAX_LINE_LENGTH = 16 * 1024 * 1024;

/** Lines of an endless input. One that is too long is reported and skipped; the next counts again. */
export class CommandLines {
  readonly #decoder = new StringDecoder('utf8');
  #rest = '';
  #skipping = false;

  constructor(
    private readonly onLine: (line: string) => void,
    private readonly onTooLong: () => void,
    private readonly maxLength = MAX_LINE_LENGTH,
  ) {}

  push(chunk: Buffer): void {
    const parts = this.#decoder.write(chunk).split('\n');
    const last = parts.pop() ?? '';
    for (const part of parts) this.#finish(part);
    this.#grow(last);
  }

  /** The last line may lack its newline. */
  end(): void {
    if (this.#rest !== '') this.#finish('');
  }

  #finish(part: string): void {
    this.#grow(part);
    const line = this.#rest.trim();
    const isWhole = !this.#skipping;
    this.#rest = '';
    this.#skipping = false;
    if (isWhole && line !== '') this.onLine(line);
  }

  #grow(part: string): void {
    if (this.#skipping) return;
    this.#rest += part;
    if (this.#rest.length <= this.maxLength) return;
    this.#rest = '';
    this.#skipping = true;
    this.onTooLong();
  }
}
