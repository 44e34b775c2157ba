import fc from 'fast-check';
import { type ElementNode, elementStates } from '../../../src/model/element.js';
import { roles } from '../../../src/snapshot/roles.js';

const roleWord = fc.oneof(fc.constantFrom(...Object.keys(roles)), fc.constant('made up'));
const wording = fc.oneof(
  fc.constantFrom('', 'OK', 'Cancel', 'Name:', 'a "quoted" [3] name', 'two\nlines', 'x'.repeat(300), '\u202edesrever', 'back\\slash'),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);

const flat = fc.record({
  role: roleWord,
  name: wording,
  value: fc.option(wording, { nil: undefined, freq: 3 }),
  states: fc.subarray([...elementStates], { maxLength: 4 }),
  actions: fc.subarray(['click', 'press', 'doDefault', 'edit', 'clipboard.copy'], { maxLength: 2 }),
  hasFrame: fc.boolean(),
  /** How far back in the list the parent is. */
  back: fc.nat({ max: 8 }),
});

/** Trees of every role and state, with hostile names; every element has its own key. */
export const anyTree: fc.Arbitrary<ElementNode> = fc.array(flat, { minLength: 1, maxLength: 40 }).map((list) => {
  const nodes = list.map(({ back: _back, hasFrame, value, ...rest }, at) => ({
    ...rest,
    key: `k${at}`,
    ...(value === undefined ? {} : { value }),
    frame: hasFrame ? { x: 1, y: 2, width: 30, height: 10 } : null,
    children: [] as ElementNode[],
  }));
  nodes.forEach((node, at) => {
    if (at > 0) nodes[Math.max(0, at - 1 - (list[at]?.back ?? 0))]?.children.push(node);
  });
  const [root] = nodes;
  if (!root) throw new Error('the list has at least one element');
  return root;
});
