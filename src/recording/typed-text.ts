/**
 * Keeps typed text out of recordings. Each typed text becomes a variable; wherever it shows again (values, titles, evidence)
 * its token stands for it, so that a replay can put another text in its place. Secrets go regardless.
 */
import { redactText } from '../redaction/secret-patterns.js';
import type { VariableRecord } from './format.js';
import { Fragments } from './fragments.js';

/** Shorter texts are only recognised as the whole value of a field: "12" is part of too much, and the label of buttons. */
const SHORTEST_PART = 4;
/** So much of a text's beginning gives it away although the rest was cut off. */
const TELLING_PREFIX = 8;

/** Stands for a stored secret: it says which one, and that is all a replay needs. */
const secretPlaceholder = /^\s*\{\{\s*secret:[^{}]+\}\}\s*$/;

/** Strings that show what is in fields, where typed text may have been edited; labels and titles are not among them. */
const contentKeys: ReadonlySet<string> = new Set(['value', 'detail', 'outline', 'message']);

export interface TypedInput {
  readonly text: string;
  /** What it was typed into, for the variable's name. */
  readonly label: string;
  /** Which field, to recognise text typed in pieces. */
  readonly field: string;
  readonly secret: boolean;
  /** It was to be read on the screen already, so it is not the text that gives anything away. */
  readonly isShown: boolean;
  readonly turn: number;
}

interface Known {
  readonly text: string;
  readonly token: string;
}

export const tokenOf = (name: string, line?: number): string => (line === undefined ? `⟦${name}⟧` : `⟦${name}:${line}⟧`);

/** Text with every token replaced by what the variable stands for; unknown ones stay. */
export function substitute(text: string, variables: ReadonlyMap<string, string>): string {
  return text.replace(/⟦([\p{L}\p{N}_]+)(?::(\d+))?⟧/gu, (token, name: string, line?: string) => {
    const value = variables.get(name);
    if (value === undefined) return token;
    return line === undefined ? value : (value.split('\n')[Number(line) - 1] ?? '');
  });
}

export class TypedText {
  readonly #variables: VariableRecord[] = [];
  readonly #names = new Map<string, string>();
  readonly #pieces = new Map<string, Known>();
  readonly #fragments = new Fragments();
  #known: Known[] = [];

  /** `mask` takes out the values of stored secrets. */
  constructor(
    private readonly keep: boolean,
    private readonly mask: (text: string) => string = (text) => text,
  ) {}

  get variables(): readonly VariableRecord[] {
    return this.#variables;
  }

  /** What to write instead of the text, and the variable that stands for it. */
  learn({ text, label, field, secret, isShown, turn }: TypedInput): { written: string; variable?: string } {
    if (secretPlaceholder.test(text)) return { written: text };
    const id = JSON.stringify([label, text]);
    const name = this.#names.get(id) ?? this.#nameFor(label);
    if (!this.#names.has(id)) {
      this.#names.set(id, name);
      this.#variables.push({ name, length: [...text].length, turn, label: this.scrub(label), secret });
    }
    if (this.keep && !secret) return { written: redactText(this.mask(text)).text, variable: name };
    if (!isShown || secret) this.#remember(text, name);
    const before = this.#pieces.get(field);
    if (before) this.#add(before.text + text, before.token + tokenOf(name));
    this.#pieces.set(field, { text: (before?.text ?? '') + text, token: (before?.token ?? '') + tokenOf(name) });
    return { written: tokenOf(name), variable: name };
  }

  /** Whether a field's value, or any other shown text, gives typed text away. */
  isIn(text: string, isValue: boolean): boolean {
    return text !== '' && this.#withoutTyped(text, isValue ? 'value' : '') !== text;
  }

  scrub(text: string, key = ''): string {
    return text === '' ? text : redactText(this.#withoutTyped(text, key)).text;
  }

  /** The same for every string inside a value; keys say what a string is. */
  scrubAll<T>(value: T): T {
    return scrubbed(value, '', (text, key) => this.scrub(text, key)) as T;
  }

  #withoutTyped(text: string, key: string): string {
    let out = this.mask(text);
    for (const { text: typed, token } of this.#known) {
      if (typed.length >= SHORTEST_PART) out = out.replaceAll(typed, token);
      else if (key === 'value' && out.trim() === typed.trim()) return token;
      else if (key === 'detail') out = out.replaceAll(`"${typed}"`, `"${token}"`);
      if (typed.length > TELLING_PREFIX && out.includes('…')) out = withoutBeginning(out, typed, token);
    }
    return contentKeys.has(key) ? this.#fragments.without(out) : out;
  }

  #remember(text: string, name: string): void {
    this.#add(text, tokenOf(name));
    this.#add(text.replace(/\s+/g, ' ').trim(), tokenOf(name));
    this.#add(text.replace(/["\\]/g, '\\$&'), tokenOf(name));
    const lines = text.split('\n').map((line) => line.trim());
    if (lines.length === 1) return;
    for (const [index, line] of lines.entries()) if (line.length >= SHORTEST_PART) this.#add(line, tokenOf(name, index + 1));
  }

  /** Longest first, so that a text is not taken for a shorter one it contains. */
  #add(text: string, token: string): void {
    if (text.trim() === '' || this.#known.some((known) => known.text === text)) return;
    this.#fragments.add(text);
    this.#known = [...this.#known, { text, token }].sort((a, b) => b.text.length - a.text.length);
  }

  #nameFor(label: string): string {
    const slug = label
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 32);
    const wanted = slug === '' || /^\d/.test(slug) || this.isIn(label, false) ? 'text' : slug;
    const taken = new Set(this.#variables.map(({ name }) => name));
    for (let number = 1; ; number++) {
      const name = number === 1 ? wanted : `${wanted}_${number}`;
      if (!taken.has(name)) return name;
    }
  }
}

/** A text cut short by an ellipsis is still most of a text. */
function withoutBeginning(text: string, typed: string, token: string): string {
  const head = typed.slice(0, TELLING_PREFIX);
  let out = text;
  for (let at = out.indexOf(head); at >= 0; at = out.indexOf(head, at + 1)) {
    let end = at + head.length;
    while (end < out.length && out[end] === typed[end - at]) end++;
    if (out[end] === '…') out = `${out.slice(0, at)}${token}${out.slice(end)}`;
  }
  return out;
}

function scrubbed(value: unknown, key: string, scrub: (text: string, key: string) => string): unknown {
  if (typeof value === 'string') return scrub(value, key);
  if (Array.isArray(value)) return value.map((each) => scrubbed(each, key, scrub));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, scrubbed(each, name, scrub)]));
}
