/** The policy as it is on disk right now: a cheap look at each decision, read again when it changed. */
import { type BigIntStats, closeSync, fstatSync, lstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { DriverError } from '../errors/driver-error.js';
import { monotonicMs } from '../kit/clock.js';
import { errnoOf } from '../kit/files.js';
import { parsePolicy } from './parse-policy.js';
import { defaultPolicy, type Policy } from './policy.js';

export type PolicyState =
  | { readonly status: 'ok'; readonly policy: Policy; readonly origin: 'file' | 'default' }
  /** Nothing may act until the file is right again. */
  | { readonly status: 'broken'; readonly error: DriverError };

const LARGEST_BYTES = 1_000_000n;
/** Editors replace a file by removing and creating it; the rules hold on meanwhile. */
const GONE_FOR_GOOD_MS = 2000;

export class PolicyFile {
  #state: PolicyState = { status: 'ok', policy: defaultPolicy(), origin: 'default' };
  #stamp = '';
  #missingSince: number | undefined;

  constructor(readonly path: string) {}

  current(): PolicyState {
    try {
      const found = statSync(this.path, { bigint: true, throwIfNoEntry: false });
      if (found === undefined && lstatSync(this.path, { throwIfNoEntry: false })) {
        this.#stamp = '';
        this.#state = broken(this.path, 'is a link to nothing');
        return this.#state;
      }
      if (found === undefined) return this.#missing();
      this.#missingSince = undefined;
      if (stampOf(found) !== this.#stamp) this.#reread();
    } catch (error) {
      this.#stamp = '';
      this.#state = broken(this.path, `cannot be read (${errnoOf(error) ?? (error instanceof Error ? error.message : String(error))})`);
    }
    return this.#state;
  }

  #missing(): PolicyState {
    if (this.#stamp !== '') {
      this.#missingSince ??= monotonicMs();
      if (monotonicMs() - this.#missingSince < GONE_FOR_GOOD_MS) return this.#state;
    }
    this.#stamp = '';
    this.#state = { status: 'ok', policy: defaultPolicy(), origin: 'default' };
    return this.#state;
  }

  #reread(): void {
    const { text, stamp } = readWhole(this.path);
    const parsed = parsePolicy(text);
    this.#stamp = stamp;
    if (parsed.ok) {
      this.#state = { status: 'ok', policy: parsed.policy, origin: 'file' };
      return;
    }
    const [first] = parsed.faults;
    const place = first ? `${first.line}:${first.column}: ${first.message}` : 'the file cannot be used';
    this.#state = broken(this.path, place, { faults: parsed.faults });
  }
}

function broken(path: string, problem: string, details: Record<string, unknown> = {}): PolicyState {
  const separator = /^\d/.test(problem) ? ':' : ' ';
  return { status: 'broken', error: new DriverError('policy_invalid', `${path}${separator}${problem}`, { path, ...details }) };
}

const stampOf = (found: BigIntStats): string => [found.dev, found.ino, found.size, found.mtimeNs, found.ctimeNs].join(':');

/** Reads until nothing changed during the reading. */
function readWhole(path: string): { text: string; stamp: string } {
  const file = openSync(path, 'r');
  try {
    for (let attempt = 0; ; attempt++) {
      const before = fstatSync(file, { bigint: true });
      if (!before.isFile() || before.size > LARGEST_BYTES) throw new DriverError('policy_invalid', 'it is not a file of reasonable size');
      const text = readFileSync(attempt === 0 ? file : path, 'utf8');
      const stamp = stampOf(fstatSync(file, { bigint: true }));
      if (stamp === stampOf(before) || attempt === 3) return { text, stamp };
    }
  } finally {
    closeSync(file);
  }
}
