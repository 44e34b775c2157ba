import { DriverError } from '../../../../errors/driver-error.js';

interface Accepted<V extends string, F extends string> {
  /** Options that take a value; one given several times keeps the last. */
  readonly values: readonly V[];
  readonly flags: readonly F[];
  /** How many words may stand without an option. */
  readonly most: number;
}

export interface Options<V extends string, F extends string> {
  readonly values: { readonly [name in V]?: string };
  readonly flags: ReadonlySet<F>;
  readonly free: readonly string[];
}

/** The words of a command; what is not accepted is refused by name. */
export function optionsOf<const V extends string, const F extends string>(
  command: string,
  words: readonly string[],
  accepted: Accepted<V, F>,
): Options<V, F> {
  const values: { [name in V]?: string } = {};
  const flags = new Set<F>();
  const free: string[] = [];
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [, name, inline] = /^--([^=]+)(?:=([\s\S]*))?$/.exec(word) ?? [];
    const valued = accepted.values.find((each) => each === name);
    const flag = accepted.flags.find((each) => each === name);
    if (valued !== undefined) {
      const value = inline ?? rest.shift();
      if (value === undefined) throw new DriverError('invalid_input', `${command}: --${valued} needs a value.`);
      values[valued] = value;
    } else if (flag !== undefined) flags.add(flag);
    else if (name === undefined && free.length < accepted.most) free.push(word);
    else {
      const expected = [...accepted.values, ...accepted.flags].map((each) => `--${each}`);
      throw new DriverError('invalid_input', `${command}: "${word}" is not accepted. There is ${expected.join(', ') || 'no option'}.`, {
        expected,
      });
    }
  }
  return { values, flags, free };
}
