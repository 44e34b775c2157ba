/** JSON from people: JSON.parse says only sometimes where a text is wrong, this always does. */
export class JsonTextError extends Error {
  override readonly name = 'JsonTextError';
  constructor(
    readonly line: number,
    readonly column: number,
    readonly expected: string,
  ) {
    super(`line ${line}, column ${column}: expected ${expected}`);
  }
}

export function parseJsonText(text: string): unknown {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  try {
    return JSON.parse(json);
  } catch (error) {
    const fault = new Scanner(json).fault();
    if (!fault) throw error;
    const before = json.slice(0, fault.offset).split('\n');
    throw new JsonTextError(before.length, (before.at(-1)?.length ?? 0) + 1, fault.expected);
  }
}

interface Fault {
  readonly offset: number;
  readonly expected: string;
}

const WHITESPACE = /[ \t\r\n]*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const STRING_PREFIX = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Walks the grammar of RFC 8259 without building values; an explicit stack, so depth is no limit. */
class Scanner {
  #offset = 0;
  readonly #open: ('{' | '[')[] = [];

  constructor(readonly text: string) {}

  fault(): Fault | undefined {
    for (;;) {
      const fault = this.#value();
      if (fault) return fault;
      const next = this.#afterValue();
      if (next !== 'value') return next;
    }
  }

  /** One scalar, or the brackets that open before one. */
  #value(): Fault | undefined {
    for (;;) {
      this.#take(WHITESPACE);
      const character = this.text[this.#offset];
      if (character === '"') return this.#string('a string');
      if (character !== '{' && character !== '[') return this.#take(SCALAR) ? undefined : this.#expected('a value');
      this.#open.push(character);
      this.#offset++;
      this.#take(WHITESPACE);
      const closing = this.text[this.#offset] === (character === '{' ? '}' : ']');
      if (closing) return undefined;
      if (character === '{') {
        const fault = this.#key();
        if (fault) return fault;
      }
    }
  }

  /** Closing brackets and the comma; undefined when the text ends where it should. */
  #afterValue(): Fault | 'value' | undefined {
    for (;;) {
      this.#take(WHITESPACE);
      const inside = this.#open.at(-1);
      const character = this.text[this.#offset];
      if (inside === undefined) return character === undefined ? undefined : this.#expected('the end of the text');
      if (character === ',') {
        this.#offset++;
        return (inside === '{' ? this.#key() : undefined) ?? 'value';
      }
      const closing = inside === '{' ? '}' : ']';
      if (character !== closing) return this.#expected(`"," or "${closing}"`);
      this.#open.pop();
      this.#offset++;
    }
  }

  #key(): Fault | undefined {
    this.#take(WHITESPACE);
    if (this.text[this.#offset] !== '"') return this.#expected('a key in double quotes');
    const fault = this.#string('a key in double quotes');
    if (fault) return fault;
    this.#take(WHITESPACE);
    if (this.text[this.#offset] !== ':') return this.#expected('":"');
    this.#offset++;
    return undefined;
  }

  #string(what: string): Fault | undefined {
    if (this.#take(STRING)) return undefined;
    this.#take(STRING_PREFIX);
    return this.#expected(`${what} that ends with a quote and escapes control characters`);
  }

  #take(pattern: RegExp): boolean {
    pattern.lastIndex = this.#offset;
    const match = pattern.exec(this.text);
    if (!match) return false;
    this.#offset += match[0].length;
    return true;
  }

  #expected(expected: string): Fault {
    return { offset: this.#offset, expected };
  }
}
