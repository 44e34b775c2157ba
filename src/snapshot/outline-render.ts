/** Lays the chosen nodes out as indented lines; siblings of one role share a line. */
import { type ClipLengths, elementInRun, elementLine } from './outline-line.js';
import { pluralRole, roleTraits } from './roles.js';
import type { Snapshot, SnapshotNode } from './snapshot.js';

export interface Line {
  readonly text: string;
  readonly indices: readonly number[];
  /** Elements on the line, numbered or not. */
  readonly elements: number;
}

export interface Layout {
  readonly snapshot: Snapshot;
  readonly isShown: (position: number) => boolean;
  readonly clip: ClipLengths;
  /** Elements left out below a shown node, by its position, as a note for its line. */
  readonly folded?: ReadonlyMap<number, string>;
}

const widestRun = 400;
/** Short records read best on one line, whatever they are made of. */
const records: ReadonlySet<string> = new Set(['row', 'listitem']);
const transientParents: ReadonlySet<string> = new Set(['menu', 'menubar', 'menuitem', 'combobox', 'menubutton', 'button', 'togglebutton']);

type Visibility = '' | ' offscreen' | ' hidden';

function visibilityOf(node: SnapshotNode | undefined): Visibility {
  if (!node || node.states.length === 0) return '';
  if (node.states.includes('hidden')) return ' hidden';
  return node.states.includes('offscreen') ? ' offscreen' : '';
}

export function renderLines(layout: Layout): Line[] {
  return new Renderer(layout).render();
}

class Renderer {
  readonly #lines: Line[] = [];
  readonly #children: number[][];
  readonly #roots: number[] = [];
  readonly #layout: Layout;

  constructor(layout: Layout) {
    this.#layout = layout;
    const { nodes } = layout.snapshot;
    this.#children = nodes.map(() => []);
    const shownAbove: number[] = [];
    nodes.forEach((node, position) => {
      const parent = node.parent;
      const above = parent < 0 ? -1 : layout.isShown(parent) ? parent : (shownAbove[parent] ?? -1);
      shownAbove.push(above);
      if (layout.isShown(position)) (above < 0 ? this.#roots : (this.#children[above] ?? [])).push(position);
    });
  }

  render(): Line[] {
    const [first] = this.#roots;
    const root = first === undefined ? undefined : this.#node(first);
    if (this.#roots.length === 1 && first !== undefined && root?.index === undefined && root?.parent === -1) {
      // The window itself holds everything: indenting all of it would cost tokens and say nothing.
      this.#push(0, elementLine(root, this.#layout.clip) + this.#note(first), [root]);
      this.#siblings(this.#children[first] ?? [], 0, root);
    } else {
      this.#siblings(this.#roots, 0, undefined);
    }
    return this.#lines;
  }

  #siblings(positions: readonly number[], indent: number, parent: SnapshotNode | undefined): void {
    const splits = !(parent && transientParents.has(parent.role));
    for (let at = 0; at < positions.length; ) {
      const position = positions[at];
      const node = position === undefined ? undefined : this.#node(position);
      if (position === undefined || !node) break;
      const run = this.#runFrom(positions, at, splits);
      const seen = splits && visibilityOf(node) !== visibilityOf(parent) ? visibilityOf(node) : '';
      if (run.length > 1) this.#run(run, indent, this.#runPrefix(parent, node, seen));
      else this.#element(position, node, indent, seen);
      at += run.length;
    }
  }

  #runPrefix(parent: SnapshotNode | undefined, first: SnapshotNode, seen: Visibility): string {
    const isExpected = parent && seen === '' && roleTraits(parent.role).childRoles.includes(first.role);
    return isExpected ? '' : `${pluralRole(first.role)}${seen}: `;
  }

  /** Neighbours without children that share role and visibility. */
  #runFrom(positions: readonly number[], start: number, splitsByVisibility: boolean): SnapshotNode[] {
    const run: SnapshotNode[] = [];
    for (let at = start; at < positions.length; at += 1) {
      const position = positions[at];
      const node = position === undefined ? undefined : this.#node(position);
      if (position === undefined || !node || !this.#isLeaf(position)) break;
      const first = run[0];
      if (first && (first.role !== node.role || (splitsByVisibility && visibilityOf(first) !== visibilityOf(node)))) break;
      run.push(node);
    }
    const single = positions[start] === undefined ? undefined : this.#node(positions[start]);
    return run.length > 0 || !single ? run : [single];
  }

  #element(position: number, node: SnapshotNode, indent: number, seen: Visibility): void {
    const { clip } = this.#layout;
    const children = this.#children[position] ?? [];
    const head = elementLine(node, clip) + seen + this.#note(position);
    if (children.length === 0) {
      this.#push(indent, head, [node]);
      return;
    }
    const inline = this.#inlineChildren(node, children);
    if (inline && head.length + inline.text.length <= widestRun) {
      this.#push(indent, `${head}: ${inline.text}`, [node, ...inline.nodes]);
      return;
    }
    this.#push(indent, head, [node]);
    this.#siblings(children, indent + 1, node);
  }

  /** All children behind their parent, when they are that simple. */
  #inlineChildren(parent: SnapshotNode, children: readonly number[]): { text: string; nodes: SnapshotNode[] } | undefined {
    const { clip } = this.#layout;
    const splits = !transientParents.has(parent.role);
    const nodes = children.flatMap((child) => this.#node(child) ?? []);
    const [first] = nodes;
    if (!first || !children.every((child) => this.#isLeaf(child))) return undefined;
    if (splits && nodes.some((node) => visibilityOf(node) !== visibilityOf(parent))) return undefined;
    const isRun = nodes.length > 1 && nodes.every((node) => node.role === first.role);
    if (isRun) return { text: this.#runPrefix(parent, first, '') + nodes.map((node) => elementInRun(node, clip)).join(' '), nodes };
    if (nodes.length > 1 && !records.has(parent.role)) return undefined;
    return { text: nodes.map((node) => elementLine(node, clip)).join(', '), nodes };
  }

  #run(nodes: readonly SnapshotNode[], indent: number, prefix: string): void {
    let text = prefix;
    let onLine: SnapshotNode[] = [];
    for (const node of nodes) {
      const item = elementInRun(node, this.#layout.clip);
      if (onLine.length > 0 && text.length + item.length > widestRun) {
        this.#push(indent, text.trimEnd(), onLine);
        text = prefix;
        onLine = [];
      }
      text += `${item} `;
      onLine.push(node);
    }
    this.#push(indent, text.trimEnd(), onLine);
  }

  #isLeaf(position: number): boolean {
    return (this.#children[position]?.length ?? 0) === 0 && !this.#layout.folded?.has(position);
  }

  #note(position: number): string {
    const note = this.#layout.folded?.get(position);
    return note === undefined ? '' : ` ${note}`;
  }

  #node(position: number): SnapshotNode | undefined {
    return this.#layout.snapshot.nodes[position];
  }

  #push(indent: number, text: string, nodes: readonly SnapshotNode[]): void {
    const indices = nodes.flatMap((node) => (node.index === undefined ? [] : [node.index]));
    this.#lines.push({ text: '  '.repeat(indent) + text, indices, elements: nodes.length });
  }
}
