/** Server-sent events, as the HTML standard defines their parsing; bytes in, events out. */
export interface SseEvent {
  /** `message` unless the stream named it. */
  readonly event: string;
  readonly data: string;
}

export class SseParser {
  readonly #decoder = new TextDecoder();
  #buffer = '';
  #event = '';
  #data: string[] = [];
  #started = false;

  push(chunk: Uint8Array): readonly SseEvent[] {
    return this.#read(this.#decoder.decode(chunk, { stream: true }), false);
  }

  /** The end of the stream. An event without its closing blank line is given too: some servers forget it. */
  end(): readonly SseEvent[] {
    return [...this.#read(this.#decoder.decode(), true), ...this.#dispatch()];
  }

  #read(text: string, atEnd: boolean): readonly SseEvent[] {
    this.#buffer += text;
    if (!this.#started && this.#buffer.length > 0) {
      this.#started = true;
      if (this.#buffer.startsWith('\uFEFF')) this.#buffer = this.#buffer.slice(1);
    }
    const events: SseEvent[] = [];
    let from = 0;
    for (;;) {
      const end = lineEnd(this.#buffer, from);
      // A trailing CR may be the first half of a CRLF that the next chunk completes.
      if (end === -1 || (this.#buffer[end] === '\r' && end + 1 === this.#buffer.length && !atEnd)) break;
      events.push(...this.#line(this.#buffer.slice(from, end)));
      from = end + (this.#buffer[end] === '\r' && this.#buffer[end + 1] === '\n' ? 2 : 1);
    }
    this.#buffer = this.#buffer.slice(from);
    if (atEnd && this.#buffer !== '') events.push(...this.#line(this.#buffer));
    return events;
  }

  #line(line: string): readonly SseEvent[] {
    if (line === '') return this.#dispatch();
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'data') this.#data.push(value);
    else if (field === 'event') this.#event = value;
    return [];
  }

  #dispatch(): readonly SseEvent[] {
    const event = { event: this.#event || 'message', data: this.#data.join('\n') };
    const isEmpty = this.#data.length === 0;
    this.#event = '';
    this.#data = [];
    return isEmpty ? [] : [event];
  }
}

function lineEnd(text: string, from: number): number {
  const lf = text.indexOf('\n', from);
  const cr = text.indexOf('\r', from);
  if (lf === -1) return cr;
  return cr === -1 ? lf : Math.min(lf, cr);
}
