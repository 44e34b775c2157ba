/** Reads any text the way a shell would, forgivingly and in one pass: commands, pipelines, substitutions. */
export interface Command {
  readonly words: string[];
  /** The program each word would be: "/usr/bin/curl.exe" is "curl". */
  readonly names: string[];
  /** The command whose output this one reads. */
  readonly upstream: Command | undefined;
  readonly nested: Nested[];
}

export interface Nested {
  /** substitution `$(…)`, backticks, input `<(…)`, output `>(…)`, or a plain group. */
  readonly kind: 'substitution' | 'backticks' | 'input' | 'output' | 'group';
  /** Index of the word it stands in. */
  readonly at: number;
  readonly commands: Command[];
}

/** `blind` drops quotes as if they were not there; `aware` keeps what they hold in one word. Text that is not a command needs both. */
export type QuoteMode = 'blind' | 'aware';

/** Stands in a word where a substitution was. */
export const HOLE = '\u0001';

const DEEPEST = 40;
const PLAIN = /[\w./:=,@%+~*?#!^[\]-]+/y;
const isSpace = (char: string): boolean => char === ' ' || char === '\t' || /\s/.test(char);

interface Frame {
  readonly kind: Nested['kind'];
  readonly commands: Command[];
  command: Command;
  word: string | undefined;
  quote: '' | '"' | "'";
  quoteStart: number;
}

export interface ShellReading {
  readonly commands: readonly Command[];
  /** What stood between quotes and could itself be a command line. */
  readonly quoted: readonly string[];
}

export function readShell(text: string, mode: QuoteMode): ShellReading {
  return new Lexer(text, mode).read();
}

class Lexer {
  readonly #text: string;
  readonly #mode: QuoteMode;
  readonly #stack: Frame[] = [];
  readonly #quoted: string[] = [];
  #frame: Frame;
  #i = 0;

  constructor(text: string, mode: QuoteMode) {
    this.#text = text;
    this.#mode = mode;
    this.#frame = openFrame('group', undefined);
  }

  read(): ShellReading {
    const top = this.#frame;
    while (this.#i < this.#text.length) {
      this.#plainRun();
      if (this.#i < this.#text.length) this.#step(this.#text[this.#i] ?? '');
    }
    while (this.#stack.length > 0) this.#close();
    endCommand(this.#frame, undefined);
    return { commands: top.commands, quoted: this.#quoted };
  }

  /** Takes characters that mean nothing to a shell all at once. */
  #plainRun(): void {
    PLAIN.lastIndex = this.#i;
    const run = PLAIN.exec(this.#text)?.[0];
    if (run === undefined) return;
    this.#frame.word = (this.#frame.word ?? '') + run;
    this.#i += run.length;
  }

  #step(char: string): void {
    const next = this.#text[this.#i + 1] ?? '';
    if (this.#frame.quote === "'") this.#inQuote(char);
    else if (char === '\\') this.#escape(next);
    else if (char === '$' && next === '(') this.#open('substitution', 2);
    else if (char === '`') this.#backtick();
    else if (this.#frame.quote === '"') this.#inQuote(char);
    else if (char === '"' || char === "'") this.#quote(char, next);
    else this.#plain(char, next);
  }

  #plain(char: string, next: string): void {
    if ((char === '<' || char === '>') && next === '(') this.#open(char === '<' ? 'input' : 'output', 2);
    else if (char === '(') this.#open('group', 1);
    else if (char === '{' && this.#frame.word === undefined && /\s/.test(next)) this.#open('group', 1);
    else if (char === '}' && this.#frame.word === undefined && this.#stack.length > 0 && this.#frame.kind === 'group') this.#close();
    else if (char === ')' && this.#stack.length > 0 && this.#frame.kind !== 'backticks') this.#close();
    else if (char === '|') this.#pipe(next);
    else if (char === '\n' || char === ';') this.#end(undefined, 1);
    else if (char === '&') this.#ampersand(next);
    else if (char === '>' || char === '<') this.#redirect(char);
    else if (isSpace(char)) this.#breakWord();
    else this.#add(char);
  }

  #add(char: string): void {
    this.#frame.word = (this.#frame.word ?? '') + char;
    this.#i++;
  }

  #breakWord(): void {
    endWord(this.#frame);
    this.#i++;
  }

  #end(upstream: Command | undefined, width: number): void {
    endCommand(this.#frame, upstream);
    this.#i += width;
  }

  #inQuote(char: string): void {
    if (char !== this.#frame.quote) {
      this.#add(char);
      return;
    }
    const inside = this.#text.slice(this.#frame.quoteStart, this.#i);
    if (/\s/.test(inside)) this.#quoted.push(inside);
    this.#frame.quote = '';
    this.#frame.word ??= '';
    this.#i++;
  }

  #quote(char: '"' | "'", next: string): void {
    const before = this.#text[this.#i - 1] ?? '';
    const isApostrophe = char === "'" && /[a-z]/i.test(before) && /[a-z]/i.test(next);
    if (this.#mode === 'aware' && !isApostrophe) {
      this.#frame.quote = char;
      this.#frame.quoteStart = this.#i + 1;
    }
    this.#i++;
  }

  /** A continued line goes on in the next one; elsewhere the backslash only hides a letter. */
  #escape(next: string): void {
    const isDrive = /^[a-z]:$/i.test(this.#frame.word ?? '');
    if (next === '\n' && !isDrive) this.#i += 2;
    else if (next === '' || /\s/.test(next)) this.#add('\\');
    else {
      this.#i++;
      this.#add(this.#text[this.#i] ?? '');
    }
  }

  #pipe(next: string): void {
    if (next === '|') {
      this.#end(undefined, 2);
      return;
    }
    endWord(this.#frame);
    this.#end(this.#frame.command, next === '&' ? 2 : 1);
    // A pipeline may go on in the next line.
    while (/\s/.test(this.#text[this.#i] ?? '')) this.#i++;
  }

  /** An ampersand inside an address is no operator. */
  #ampersand(next: string): void {
    const before = this.#text[this.#i - 1] ?? ' ';
    if (next === '&') this.#end(undefined, 2);
    else if (/[\w=?%]/.test(before) && /[\w%]/.test(next)) this.#add('&');
    else if (before === '>' || before === '<' || next === '>') this.#add('&');
    else this.#end(undefined, 1);
  }

  #redirect(char: string): void {
    if (!/^\d?[<>]*$/.test(this.#frame.word ?? '')) endWord(this.#frame);
    this.#add(char);
    if (!/[<>&]/.test(this.#text[this.#i] ?? '')) endWord(this.#frame);
  }

  #backtick(): void {
    if (this.#frame.kind === 'backticks') this.#close();
    else this.#open('backticks', 1);
  }

  #open(kind: Nested['kind'], width: number): void {
    if (this.#stack.length >= DEEPEST) {
      this.#i += width;
      return;
    }
    const frame = this.#frame;
    if (kind === 'output' || kind === 'group') endWord(frame);
    const opened = openFrame(kind, kind === 'output' ? frame.command : undefined);
    frame.command.nested.push({ kind, at: frame.command.words.length, commands: opened.commands });
    this.#stack.push(frame);
    this.#frame = opened;
    this.#i += width;
  }

  #close(): void {
    const inner = this.#frame;
    endCommand(inner, undefined);
    const outer = this.#stack.pop();
    if (outer === undefined) return;
    this.#frame = outer;
    outer.word = (outer.word ?? '') + HOLE;
    this.#i++;
  }
}

function openFrame(kind: Nested['kind'], upstream: Command | undefined): Frame {
  return { kind, commands: [], command: { words: [], names: [], upstream, nested: [] }, word: undefined, quote: '', quoteStart: 0 };
}

function endWord(frame: Frame): void {
  if (frame.word !== undefined) {
    frame.command.words.push(frame.word);
    frame.command.names.push(programName(frame.word));
  }
  frame.word = undefined;
}

function endCommand(frame: Frame, upstream: Command | undefined): void {
  endWord(frame);
  if (frame.command.words.length > 0 || frame.command.nested.length > 0) frame.commands.push(frame.command);
  frame.command = { words: [], names: [], upstream, nested: [] };
}

function programName(word: string): string {
  const base = word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1).toLowerCase();
  if (/^[a-z]+$/.test(base)) return base;
  return base.replace(/\.exe$/, '').replace(/^(python\d?|bash|zsh|ksh|ruby|perl|php|lua)[-.\d]+$/, '$1');
}
