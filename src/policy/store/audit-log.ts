/** An append-only record of decisions: who wanted what, which rule spoke, who approved. Never what was typed or seen. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { nowMs } from '../../kit/clock.js';

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
    for (let n = 0; n <= this.#keep && entries.length < count; n++) entries.unshift(...readEntries(this.#name(n)));
    return count > 0 ? entries.slice(-count) : [];
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

/** A line cut off by a crash is skipped. */
function readEntries(path: string): AuditEntry[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        const parsed = auditEntry.safeParse(JSON.parse(line));
        return parsed.success ? [parsed.data] : [];
      } catch {
        return []; // JSON.parse: the last line may be half-written
      }
    });
}
