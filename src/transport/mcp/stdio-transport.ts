/** MCP over two byte streams, one JSON message a line. A broken or endless line is answered with an error and costs nothing else. */
import type { Readable, Writable } from 'node:stream';
import { INVALID_REQUEST, type JSONRPCMessage, PARSE_ERROR, parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import { deferred } from '../../kit/deferred.js';

const MAX_LINE_BYTES = 16 * 1024 * 1024;
const NEWLINE = 0x0a;

export class StdioTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];
  readonly #closed = deferred<void>();
  #isClosed = false;
  #pieces: Buffer[] = [];
  #length = 0;

  constructor(
    private readonly input: Readable,
    private readonly output: Writable,
  ) {}

  /** Settles when either side ended the connection. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  async start(): Promise<void> {
    const close = () => void this.close();
    this.input.on('data', (chunk: Buffer) => this.#receive(chunk));
    this.input.once('end', close).once('close', close).once('error', close);
    this.output.on('error', close); // EPIPE: the client is gone
  }

  send(message: JSONRPCMessage): Promise<void> {
    return this.#write(message);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.input.pause();
    this.#closed.resolve();
    this.onclose?.();
  }

  #receive(chunk: Buffer): void {
    let rest = chunk;
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
      this.#collect(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
      this.#finishLine();
    }
    this.#collect(rest);
  }

  #collect(piece: Buffer): void {
    this.#length += piece.length;
    if (this.#length > MAX_LINE_BYTES) this.#pieces = [];
    else if (piece.length > 0) this.#pieces.push(piece);
  }

  #finishLine(): void {
    const length = this.#length;
    const line = Buffer.concat(this.#pieces).toString('utf8').trim();
    this.#pieces = [];
    this.#length = 0;
    if (this.#isClosed) return;
    if (length > MAX_LINE_BYTES) this.#refuse(INVALID_REQUEST, `A message of ${length} bytes is longer than ${MAX_LINE_BYTES}.`);
    else if (line !== '') this.#deliver(line);
  }

  #deliver(line: string): void {
    try {
      this.onmessage?.(parseJSONRPCMessage(JSON.parse(line)));
    } catch (error) {
      const isJson = !(error instanceof SyntaxError);
      this.#refuse(isJson ? INVALID_REQUEST : PARSE_ERROR, isJson ? 'Not a JSON-RPC 2.0 message.' : `Not JSON: ${error.message}`);
    }
  }

  #refuse(code: number, message: string): void {
    void this.#write({ jsonrpc: '2.0', id: null, error: { code, message } });
  }

  #write(message: unknown): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    return new Promise((resolve) => this.output.write(`${JSON.stringify(message)}\n`, () => resolve()));
  }
}
