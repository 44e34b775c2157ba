/** An append-only record of decisions: who wanted what, which rule spoke, who approved. Never what was typed or seen. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { delay, nowMs } from '../../kit/clock.js';

const short = z.string().transform((text) => text.slice(0, 200));

const auditEntry = z.object({
  time: z.string(),
  session: short,
  client: short,
  tool: short,
  op: short.optional(),
  app: short,
  decision: z.enum(['allow', 'deny', 'ask', 'approved', 'refused', 'expired', 'cancelled']),
  rule: short.optional(),
  approver: short.optional(),
  verdict: z.enum(['once', 'session', 'always']).optional(),
});

export type AuditEntry = z.output<typeof auditEntry>;
export type AuditFacts = Omit<z.input<typeof auditEntry>, 'time'>;

export interface AuditOptions {
  readonly maxBytes?: number;
  /** How many full files are kept beside the present one. */
  readonly keep?: number;
}

export class AuditLog {
  readonly #maxBytes: number;
  readonly #keep: number;
  #warning: string | undefined;

  constructor(
    readonly path: string,
    { maxBytes = 5_000_000, keep = 4 }: AuditOptions = {},
  ) {
    this.#maxBytes = maxBytes;
    this.#keep = keep;
  }

  /** Why the last entry could not be written, if it could not. */
  get warning(): string | undefined {
    return this.#warning;
  }

  /** Only the known fields are written, whatever the caller's object carries. */
  append(facts: AuditFacts): void {
    const line = `${JSON.stringify(auditEntry.parse({ ...facts, time: new Date(nowMs()).toISOString() }))}\n`;
    try {
      mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
      if (this.#size() + Buffer.byteLength(line) > this.#maxBytes) this.#rotate();
      appendFileSync(this.path, line, { mode: 0o600 });
      this.#warning = undefined;
    } catch (error) {
      this.#warning = `the audit log cannot be written: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  /** The newest `count` entries, oldest first, over rotated files too. */
  tail(count: number): AuditEntry[] {
    const entries: AuditEntry[] = [];
    for (let n = 0; n <= this.#keep && entries.length < count; n++) entries.unshift(...readEntries(this.#name(n)).entries);
    return count > 0 ? entries.slice(-count) : [];
  }

  /** What is appended from this very moment on, until the signal. A full file that is put aside is read to its end first. */
  follow(signal: AbortSignal, everyMs = 200): AsyncGenerator<AuditEntry> {
    return this.#news({ inode: this.#inode(0), at: this.#size() }, signal, everyMs);
  }

  async *#news(start: { inode: number | undefined; at: number }, signal: AbortSignal, everyMs: number): AsyncGenerator<AuditEntry> {
    let { inode, at } = start;
    while (!signal.aborted) {
      const present = this.#inode(0);
      if (present !== undefined && present !== inode) {
        if (inode !== undefined && this.#inode(1) === inode) yield* readEntries(this.#name(1), at).entries;
        [inode, at] = [present, 0];
      }
      if (this.#size() > at) {
        const { entries, end } = readEntries(this.path, at);
        at = end;
        yield* entries;
      }
      await delay(everyMs, signal).catch(() => {}); // aborted: the loop ends
    }
  }

  #inode(n: number): number | undefined {
    return statSync(this.#name(n), { throwIfNoEntry: false })?.ino;
  }

  #name(n: number): string {
    return n === 0 ? this.path : `${this.path}.${n}`;
  }

  #size(): number {
    return statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
  }

  #rotate(): void {
    rmSync(this.#name(this.#keep), { force: true });
    for (let n = this.#keep - 1; n >= 0; n--) if (existsSync(this.#name(n))) renameSync(this.#name(n), this.#name(n + 1));
  }
}

/** Entries from a place in the file on, and where the last whole line ends. A line cut off by a crash is skipped. */
function readEntries(path: string, from = 0): { entries: AuditEntry[]; end: number } {
  if (!existsSync(path)) return { entries: [], end: 0 };
  const bytes = readFileSync(path).subarray(from);
  const whole = bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1);
  const entries = whole
    .toString('utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        const parsed = auditEntry.safeParse(JSON.parse(line));
        return parsed.success ? [parsed.data] : [];
      } catch {
        return []; // JSON.parse: half-written
      }
    });
  return { entries, end: from + whole.length };
}
