/** The selected text and the clipboard: who has them, and whether the person lost one to an agent's target. */
import { pid as ownPid } from 'node:process';
import { clientPids, GetSelectionOwner, Res, type X11Connection, XFixes, XFixesSelectSelectionInput } from '../../wire/x11/index.js';
import { isSameClient } from './seat/target/target.js';

const WHATEVER_CHANGES = 0b111;
const KEPT_CHANGES = 100;
const names = { PRIMARY: 'primary', CLIPBOARD: 'clipboard' } as const;
const atomNames = ['PRIMARY', 'CLIPBOARD'] as const;

interface Change {
  readonly name: 'primary' | 'clipboard';
  readonly from: number;
  readonly to: number;
}

export class PersonSelections {
  readonly #changes: Change[] = [];
  #count = 0;

  private constructor(
    private readonly x: X11Connection,
    private readonly isKnown: boolean,
  ) {}

  /** The server tells of every change, so nothing is asked later. */
  static async open(x: X11Connection): Promise<PersonSelections> {
    const selections = new PersonSelections(x, x.has(XFixes));
    if (!x.has(XFixes)) return selections;
    const atoms = await x.atoms.internMany(atomNames);
    const owners = new Map<number, number>();
    const nameOf = new Map(atomNames.map((name) => [atoms[name], names[name]]));
    x.on('XFixesSelectionNotify', ({ selection, owner }) => {
      const name = nameOf.get(selection);
      if (name) selections.#note({ name, from: owners.get(selection) ?? 0, to: owner });
      owners.set(selection, owner);
    });
    await Promise.all(
      [...nameOf.keys()].map(async (selection) => {
        x.send(XFixesSelectSelectionInput, { window: x.root, selection, eventMask: WHATEVER_CHANGES });
        owners.set(selection, (await x.request(GetSelectionOwner, { selection })).owner);
      }),
    );
    return selections;
  }

  /** To compare with later. */
  get count(): number {
    return this.#count;
  }

  /** What somebody else had then and the owner of `target` has taken since. */
  async lostSince(count: number, target: number | undefined): Promise<string> {
    if (!this.isKnown) return 'unknown';
    const recent = this.#changes.slice(Math.max(0, this.#changes.length - (this.#count - count)));
    if (target === undefined || recent.length === 0) return 'unchanged';
    const pids = await this.#pidsOf(recent, target);
    const isTargets = (window: number) =>
      isSameClient(this.x, window, target) || (pids.has(window) && pids.get(window) === pids.get(target));
    const isLost = ({ from, to }: Change) => from !== 0 && to !== 0 && !isTargets(from) && isTargets(to) && pids.get(from) !== ownPid;
    const lost = [...new Set(recent.filter(isLost).map(({ name }) => name))];
    return lost.length === 0 ? 'unchanged' : `${lost.sort().reverse().join(' and ')} taken by the application`;
  }

  /** A program may offer what it selected on another connection than the one its windows are on. */
  async #pidsOf(changes: readonly Change[], target: number): Promise<ReadonlyMap<number, number>> {
    if (!this.x.has(Res)) return new Map();
    const windows = [...new Set([target, ...changes.flatMap(({ from, to }) => [from, to])])].filter((window) => window !== 0);
    const pids = await clientPids(this.x, windows);
    return new Map(windows.flatMap((window, index) => (pids[index] === undefined ? [] : [[window, pids[index]] as const])));
  }

  #note(change: Change): void {
    this.#count++;
    this.#changes.push(change);
    if (this.#changes.length > KEPT_CHANGES) this.#changes.shift();
  }
}
