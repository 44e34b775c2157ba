/** Values as TypeScript source. */
const isIdentifier = (name: string): boolean => /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name);

export const propertyOf = (object: string, name: string): string =>
  isIdentifier(name) ? `${object}.${name}` : `${object}[${quoted(name)}]`;

export const quoted = (text: string): string => `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

/** A comment ends at any of these: what was on the screen must not get out of it and become code. */
export const comment = (text: string): string => `// ${text.replace(/[\r\n\u2028\u2029]+/g, ' ')}`;

/** Text in which `⟦name⟧` stands for a variable: the variable itself when that is all there is. */
export function textWithVariables(text: string): string {
  const parts = text.split(/(⟦[\p{L}\p{N}_]+(?::\d+)?⟧)/u).filter((part) => part !== '');
  if (parts.length === 0) return "''";
  return parts.map((part) => variableIn(part) ?? quoted(part)).join(' + ');
}

function variableIn(part: string): string | undefined {
  const [, name, line] = /^⟦([\p{L}\p{N}_]+)(?::(\d+))?⟧$/u.exec(part) ?? [];
  if (name === undefined) return undefined;
  const variable = propertyOf('texts', name);
  return line === undefined ? variable : `(${variable}.split('\\n')[${Number(line) - 1}] ?? '')`;
}

export function literal(value: unknown): string {
  if (typeof value === 'string') return textWithVariables(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const entries = Object.entries(value).map(([name, each]) => `${isIdentifier(name) ? name : quoted(name)}: ${literal(each)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}
