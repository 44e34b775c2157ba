/** AT-SPI states; the index is the bit number across the two words GetState gives. */
export const STATE_NAMES = [
  'invalid',
  'active',
  'armed',
  'busy',
  'checked',
  'collapsed',
  'defunct',
  'editable',
  'enabled',
  'expandable',
  'expanded',
  'focusable',
  'focused',
  'has-tooltip',
  'horizontal',
  'iconified',
  'modal',
  'multi-line',
  'multiselectable',
  'opaque',
  'pressed',
  'resizable',
  'selectable',
  'selected',
  'sensitive',
  'showing',
  'single-line',
  'stale',
  'transient',
  'vertical',
  'visible',
  'manages-descendants',
  'indeterminate',
  'required',
  'truncated',
  'animated',
  'invalid-entry',
  'supports-autocompletion',
  'selectable-text',
  'is-default',
  'visited',
  'checkable',
  'has-popup',
  'read-only',
] as const;

export type StateName = (typeof STATE_NAMES)[number];

const bits = new Map<string, number>(STATE_NAMES.map((name, bit) => [name, bit]));

export function stateBit(name: StateName): number {
  return bits.get(name) ?? 0;
}

/** The 64 state bits of one object, kept as the two words they travel in. */
export class StateSet {
  static readonly empty = new StateSet(0, 0);

  constructor(
    readonly low: number,
    readonly high: number,
  ) {}

  static fromWords(words: readonly number[]): StateSet {
    return new StateSet(words[0] ?? 0, words[1] ?? 0);
  }

  has(name: StateName): boolean {
    return this.#bit(stateBit(name));
  }

  with(name: StateName, on: boolean): StateSet {
    const bit = stateBit(name);
    const mask = 1 << (bit & 31);
    const change = (word: number) => (on ? word | mask : word & ~mask) >>> 0;
    return bit < 32 ? new StateSet(change(this.low), this.high) : new StateSet(this.low, change(this.high));
  }

  equals(other: StateSet): boolean {
    return this.low === other.low && this.high === other.high;
  }

  names(): StateName[] {
    return STATE_NAMES.filter((_, bit) => this.#bit(bit));
  }

  #bit(bit: number): boolean {
    return (((bit < 32 ? this.low : this.high) >>> (bit & 31)) & 1) === 1;
  }
}
