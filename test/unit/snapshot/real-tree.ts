import { readFileSync } from 'node:fs';
import { type ElementNode, type ElementState, elementStates } from '../../../src/model/element.js';

const isState = (word: string): word is ElementState => elementStates.some((state) => state === word);
const list = (cell: string | undefined): string[] => (cell ? cell.split(',') : []);

/** A tree as an application reported it: one element per line, `depth role name description states actions frame`. */
export function readRealTree(name: string): ElementNode {
  const lines = readFileSync(new URL(`./fixtures/${name}.tsv`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  const path: (ElementNode & { children: ElementNode[] })[] = [];
  lines.forEach((line, at) => {
    const [depth = '0', role = '', label = '', description = '', states, actions, frame] = line.split('\t');
    const [x = 0, y = 0, width = 0, height = 0] = list(frame).map(Number);
    const node = {
      key: `k${at}`,
      role,
      name: label,
      ...(description ? { description } : {}),
      states: list(states).filter(isState),
      actions: list(actions),
      frame: frame ? { x, y, width, height } : null,
      children: [],
    };
    path.length = Number(depth);
    path.at(-1)?.children.push(node);
    path.push(node);
  });
  const [root] = path;
  if (!root) throw new Error(`${name} is empty`);
  return root;
}
