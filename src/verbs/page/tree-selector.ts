/**
 * The part of CSS that makes sense on an accessibility tree: tags and roles, [name~="…"], descendants, children and lists.
 * Anything else is refused by name instead of matching nothing.
 */
import { DriverError } from '../../errors/driver-error.js';
import { type ElementNode, hasState } from '../../model/element.js';

interface Compound {
  readonly roles: ReadonlySet<string> | undefined;
  readonly tests: readonly ((node: ElementNode) => boolean)[];
  /** How it relates to what stands before it. */
  readonly within: 'anywhere' | 'parent';
}

export type TreeSelector = readonly (readonly Compound[])[];

/** Tags in the tree's words. */
const rolesOfTag: Readonly<Record<string, readonly string[]>> = {
  a: ['link'],
  button: ['button', 'menubutton', 'togglebutton'],
  input: ['textfield', 'passwordfield', 'searchfield', 'checkbox', 'radiobutton', 'slider', 'spinbutton', 'datefield', 'switch'],
  textarea: ['textarea'],
  select: ['combobox', 'listbox'],
  option: ['option', 'menuitem', 'listitem'],
  img: ['image'],
  h1: ['heading'],
  h2: ['heading'],
  h3: ['heading'],
  h4: ['heading'],
  h5: ['heading'],
  h6: ['heading'],
  p: ['paragraph'],
  li: ['listitem'],
  ul: ['list'],
  ol: ['list'],
  table: ['table'],
  tr: ['row'],
  td: ['cell'],
  th: ['columnheader', 'rowheader'],
  form: ['form'],
  iframe: ['webarea'],
  canvas: ['canvas'],
  video: ['video'],
  label: ['text', 'label'],
  span: ['text'],
  nav: ['navigation', 'region'],
};

export function parseSelector(selector: string): TreeSelector {
  const lists = selector.split(',').map((part) => part.trim());
  if (lists.some((part) => part === '')) throw unsupported(selector, 'an empty part');
  return lists.map((part) => parseChain(part, selector));
}

function parseChain(part: string, whole: string): Compound[] {
  const words = part.replace(/\s*>\s*/g, ' > ').split(/\s+(?![^[]*\])/);
  const chain: Compound[] = [];
  let within: Compound['within'] = 'anywhere';
  for (const word of words) {
    if (word === '>') within = 'parent';
    else {
      chain.push({ ...parseCompound(word, whole), within });
      within = 'anywhere';
    }
  }
  return chain;
}

function parseCompound(word: string, whole: string): Omit<Compound, 'within'> {
  const [, tag = '', rest = ''] = /^(\*|[a-z][a-z0-9-]*)?(.*)$/i.exec(word) ?? [];
  const tests: ((node: ElementNode) => boolean)[] = [];
  let left = rest;
  while (left !== '') {
    const [matched, name = '', operator = '', value = ''] =
      /^\[\s*([\w-]+)\s*(?:([~^$*|]?=)\s*["']?([^"'\]]*)["']?)?\s*\]/.exec(left) ?? [];
    const state = /^:(checked|disabled|focus)/.exec(left);
    if (matched !== undefined) tests.push(attributeTest(name, operator, value, whole));
    else if (state)
      tests.push((node) => hasState(node, state[1] === 'focus' ? 'focused' : state[1] === 'checked' ? 'checked' : 'disabled'));
    else throw unsupported(whole, left);
    left = left.slice((matched ?? state?.[0] ?? '').length);
  }
  const roles = tag === '' || tag === '*' ? undefined : new Set([...(rolesOfTag[tag.toLowerCase()] ?? []), tag.toLowerCase()]);
  return { roles, tests };
}

function attributeTest(name: string, operator: string, value: string, whole: string): (node: ElementNode) => boolean {
  const read = readers[name];
  if (!read) throw unsupported(whole, `[${name}]`);
  return (node) => {
    const found = read(node);
    if (found === undefined) return false;
    if (operator === '') return true;
    if (operator === '^=') return found.startsWith(value);
    if (operator === '$=') return found.endsWith(value);
    if (operator === '*=') return found.includes(value);
    if (operator === '~=') return found.split(/\s+/).includes(value);
    return found === value;
  };
}

const readers: Readonly<Record<string, (node: ElementNode) => string | undefined>> = {
  role: ({ role }) => role,
  'aria-label': ({ name }) => name || undefined,
  title: ({ description }) => description,
  name: ({ name }) => name || undefined,
  alt: ({ name }) => name || undefined,
  value: ({ value }) => value,
  href: ({ url }) => url,
};

export function matchesSelector(selector: TreeSelector, node: ElementNode, ancestors: readonly ElementNode[]): boolean {
  return selector.some((chain) => matchesChain(chain, chain.length - 1, node, ancestors));
}

function matchesChain(chain: readonly Compound[], at: number, node: ElementNode, ancestors: readonly ElementNode[]): boolean {
  const compound = chain[at];
  if (!compound || !isMatch(compound, node)) return false;
  if (at === 0) return true;
  const candidates = compound.within === 'parent' ? ancestors.slice(-1) : [...ancestors].reverse();
  return candidates.some((ancestor) => matchesChain(chain, at - 1, ancestor, ancestors.slice(0, ancestors.indexOf(ancestor))));
}

const isMatch = ({ roles, tests }: Compound, node: ElementNode): boolean =>
  (roles === undefined || roles.has(node.role)) && tests.every((test) => test(node));

const unsupported = (selector: string, what: string): DriverError =>
  new DriverError(
    'invalid_input',
    `css_selector: "${what}" in "${selector.slice(0, 100)}" cannot be looked up without attaching to the page.`,
    {
      supported: ['tag', '*', '[role=…]', '[aria-label*=…]', '[value=…]', '[href^=…]', ':checked', ':disabled', 'a b', 'a > b', 'a, b'],
    },
  );
