/** What the agent's fingers do: press, release, turn the wheel, strike keys. Remembers what is down. */

import type { Button, Direction } from '../../../../model/gesture.js';
import { fakeDeviceButton, fakeDeviceKey } from '../../../../wire/x11/index.js';
import type { Seat } from '../seat.js';
import type { Spot } from '../target/reach.js';
import { type PressKind, pressPastGrabs, replayAgain } from './bypass.js';

const BUTTONS: Readonly<Record<Button, number>> = { left: 1, middle: 2, right: 3 };
const WHEEL: Readonly<Record<Direction, number>> = { up: 4, down: 5, left: 6, right: 7 };
const FIRST_BUTTON = 1 << 8;
const REPLAYS = 20;
const names = ['left', 'middle', 'right'] as const satisfies readonly Button[];

export class Hand {
  readonly #buttons = new Set<number>();
  readonly #keys = new Set<number>();
  /** Of those, what an earlier gesture left down on purpose: only a gesture that says so releases it. */
  readonly #keptButtons = new Set<number>();
  readonly #keptKeys = new Set<number>();
  /** How many presses our own grabs must have held up by now. */
  #expected: Record<PressKind, number> = { button: 0, key: 0 };

  constructor(readonly seat: Seat) {
    this.#expected = { button: seat.heldUp.button, key: seat.heldUp.key };
  }

  get holdsButton(): boolean {
    return this.#buttons.size > 0;
  }

  get holdsKey(): boolean {
    return this.#keptKeys.size > 0;
  }

  /** Buttons down now. */
  get buttons(): readonly Button[] {
    return names.filter((button) => this.#buttons.has(BUTTONS[button]));
  }

  /** The same as events tell it. */
  get buttonState(): number {
    return [...this.#buttons].reduce((state, number) => state | (FIRST_BUTTON << (number - 1)), 0);
  }

  /** Codes of the keys down now. */
  get keys(): readonly number[] {
    return [...this.#keys];
  }

  /** Whatever is down now stays down. */
  keep(): void {
    for (const button of this.#buttons) this.#keptButtons.add(button);
    for (const keycode of this.#keys) this.#keptKeys.add(keycode);
  }

  /** Whatever was kept may be released again. */
  unkeep(): void {
    this.#keptButtons.clear();
    this.#keptKeys.clear();
  }

  press(button: Button, spot: Spot): void {
    this.#pressNumber(BUTTONS[button], spot);
  }

  release(button: Button): void {
    this.#releaseNumber(BUTTONS[button]);
  }

  turnWheel(direction: Direction, ticks: number, spot: Spot): void {
    for (let tick = 0; tick < ticks; tick++) {
      this.#pressNumber(WHEEL[direction], spot);
      this.#releaseNumber(WHEEL[direction]);
    }
  }

  /** `past` lists the windows whose key grabs must not fire; empty for keys nobody grabs. */
  keyDown(keycode: number, past: readonly number[]): void {
    if (this.#keptKeys.has(keycode)) return;
    this.#keys.add(keycode);
    const press = () => fakeDeviceKey(this.seat.x, this.seat.devices.testKeyboard, keycode, true);
    if (past.length === 0) press();
    else pressPastGrabs(this.seat, 'key', past, press);
    this.#expected.key += past.length;
  }

  keyUp(keycode: number): void {
    if (this.#keptKeys.has(keycode)) return;
    this.#keys.delete(keycode);
    fakeDeviceKey(this.seat.x, this.seat.devices.testKeyboard, keycode, false);
  }

  /** All but what is kept. True when something was down. */
  releaseRest(): boolean {
    const buttons = [...this.#buttons].filter((button) => !this.#keptButtons.has(button));
    const keys = [...this.#keys].filter((keycode) => !this.#keptKeys.has(keycode));
    for (const button of buttons) this.#releaseNumber(button);
    for (const keycode of keys.reverse()) this.keyUp(keycode);
    return buttons.length + keys.length > 0;
  }

  /** Resolves when everything queued has been processed and no press of ours is held up any more. */
  async settle(): Promise<void> {
    await this.seat.x.sync();
    for (let round = 0; round < REPLAYS && this.#isBehind('button'); round++) await this.#replay('button');
    for (let round = 0; round < REPLAYS && this.#isBehind('key'); round++) await this.#replay('key');
    this.#expected = { button: this.seat.heldUp.button, key: this.seat.heldUp.key };
  }

  #isBehind(kind: PressKind): boolean {
    return this.seat.heldUp[kind] < this.#expected[kind];
  }

  async #replay(kind: PressKind): Promise<void> {
    replayAgain(this.seat, kind);
    await this.seat.x.sync();
  }

  #pressNumber(number: number, spot: Spot): void {
    const press = () => fakeDeviceButton(this.seat.x, this.seat.devices.testPointer, number, true);
    // With a button down or a menu open the pointer is grabbed already, and passive grabs sleep.
    if (this.#buttons.size > 0 || spot.isHeldByApp) press();
    else {
      this.#expected.button += spot.chain.length;
      pressPastGrabs(this.seat, 'button', spot.chain, press);
    }
    this.#buttons.add(number);
  }

  #releaseNumber(number: number): void {
    this.#buttons.delete(number);
    this.#keptButtons.delete(number);
    fakeDeviceButton(this.seat.x, this.seat.devices.testPointer, number, false);
  }
}
