/** Strikes keys in a window, by the agent's own keyboard or by events sent to it, as its toolkit needs. */
import type { WindowPoint } from '../../../../model/geometry.js';
import type { GestureStep } from '../../../../model/gesture.js';
import { XISetFocus } from '../../../../wire/x11/index.js';
import type { Seat } from '../seat.js';
import type { Reach, Spot } from '../target/reach.js';
import { isSameClient } from '../target/target.js';
import { KeymapReader, type Keymaps } from '../text/keymaps.js';
import { type Stroke, strokeForKey } from '../text/keys.js';
import { modifierBits, modifierKeycodes } from '../text/modifiers.js';
import { readWindowManager, type WmTraits } from '../wm/wm-traits.js';
import type { Hand } from './hand.js';
import { SentKeys } from './sent-keys.js';

export type KeyStep = Extract<GestureStep, { readonly kind: 'key_down' | 'key_up' }>;

/** One key going down or up, with the modifiers its character needs. */
export interface KeyMove {
  readonly stroke: Stroke;
  readonly pressed: boolean;
}

export const tap = (stroke: Stroke): KeyMove[] => [
  { stroke, pressed: true },
  { stroke, pressed: false },
];

export class KeyBoard {
  readonly #maps: KeymapReader;
  readonly #sent: SentKeys;
  #wm: WmTraits | undefined;

  constructor(
    private readonly seat: Seat,
    private readonly hand: Hand,
  ) {
    this.#maps = new KeymapReader(seat.x, seat.devices.keyboard);
    this.#sent = new SentKeys(seat);
  }

  async maps(): Promise<Keymaps> {
    this.#wm ??= await readWindowManager(this.seat.x);
    return this.#maps.read();
  }

  moveFor(maps: Keymaps, { kind, key }: KeyStep): KeyMove {
    return { stroke: strokeForKey(maps, key), pressed: kind === 'key_down' };
  }

  /**
   * The pointer stands in the window while keys are struck: the agent's keyboard has no other focus.
   * With a popup open it stays where it is, for a move would choose something else in it.
   */
  async strikeAt(reach: Reach, at: WindowPoint, maps: Keymaps, moves: readonly KeyMove[], leave: boolean): Promise<void> {
    const strikeAll = (spot?: Spot) => {
      if (spot) this.#pointBack(reach, spot);
      // An open popup holds the keyboard: nobody else's grab can fire.
      for (const move of moves) this.strike(maps, spot ? move : { ...move, stroke: { ...move.stroke, isCharacter: true } }, spot?.chain);
      if (leave) reach.leave();
    };
    const isPopupOpen = !this.hand.holdsButton && !reach.spot && !(await this.seat.rest());
    if (isPopupOpen && reach.target.traits.popupTakesKeyboard) strikeAll();
    else await reach.to(isPopupOpen || this.hand.holdsButton ? reach.pointOf(this.seat.position) : at, strikeAll);
    await this.hand.settle();
    reach.forgetClosed();
  }

  /** A window manager that focused with the agent's keyboard may have left it in a window of somebody else. */
  #pointBack({ target }: Reach, { keyboardFocus }: Spot): void {
    const { x, devices } = this.seat;
    if (keyboardFocus === devices.home || isSameClient(x, keyboardFocus, target.window)) return;
    x.send(XISetFocus, { deviceId: devices.keyboard, window: devices.home });
  }

  /** Only queues requests. Window managers have hotkeys with modifiers and on function keys: these go past their grabs. */
  strike(maps: Keymaps, { stroke: { keycode, modifiers, isCharacter }, pressed }: KeyMove, chain: readonly number[] = []): void {
    const past = isCharacter ? [] : this.#wm?.grabsKeysOnWindows ? [this.seat.root, ...chain.slice(1)] : [this.seat.root];
    const around = modifierKeycodes(maps.agent, modifiers);
    if (pressed) {
      for (const each of around) this.hand.keyDown(each, past);
      this.hand.keyDown(keycode, past);
    } else {
      this.hand.keyUp(keycode);
      for (const each of [...around].reverse()) this.hand.keyUp(each);
    }
  }

  /** Needs neither pointer nor focus, and no hotkey can fire. */
  async send(window: number, maps: Keymaps, moves: readonly KeyMove[]): Promise<void> {
    await this.#sent.begin();
    for (const { stroke, pressed } of moves) this.#sent.send(window, stroke.keycode, this.heldModifiers(maps) | stroke.modifiers, pressed);
    await this.seat.x.sync();
  }

  /** The bits of those that are down. */
  heldModifiers(maps: Keymaps): number {
    return [...this.#sent.keys, ...this.hand.keys].reduce((state, keycode) => state | modifierBits(maps.agent, keycode), 0);
  }

  isModifier(maps: Keymaps, { stroke }: KeyMove): boolean {
    return modifierBits(maps.agent, stroke.keycode) !== 0;
  }

  /** Keys sent down stay so, like those the hand keeps. */
  keepSent(): void {
    this.#sent.keep();
  }

  unkeepSent(): void {
    this.#sent.unkeep();
  }

  /** Only queues requests. */
  releaseSent(): void {
    this.#sent.releaseRest();
  }
}
