/** Types with the person's own keyboard: its locks and layout are taken into account, not changed for good. */
import { delay } from '../../../../kit/clock.js';
import { poll } from '../../../../kit/poll.js';
import { readKeymap, type X11Connection, XIDevice, XkbGetState } from '../../../../wire/x11/index.js';
import type { Journal } from '../journal/journal.js';
import { modifierKeycodes } from '../text/modifiers.js';
import { inChunks, planText, type Typing } from '../text/plan-text.js';
import { cutByMissing } from '../text/segments.js';
import { SpareKeys } from '../text/spare-keys.js';
import type { CoreHand } from './core-hand.js';
import { type Locks, lock } from './desk.js';

export interface CoreTypist {
  readonly x: X11Connection;
  readonly journal: Journal;
  readonly hand: CoreHand;
  /** The person's. */
  readonly locks: Locks;
  readonly signal: AbortSignal;
  readonly note: (text: string) => void;
}

const CHUNK = 40;
const HANDS_OFF_MS = 1000;
const MAP_READ_MS = 150;
const device = XIDevice.CoreKeyboard;

export async function typeInForeground(typist: CoreTypist, request: { readonly text: string; readonly delayMs: number }): Promise<number> {
  const { x, signal } = typist;
  // A modifier the person still holds would turn letters into shortcuts.
  await poll(async () => (await x.request(XkbGetState, { device })).baseMods === 0, { timeoutMs: HANDS_OFF_MS, signal });
  lock(x, { mods: 0, group: 0 });
  try {
    return await typeAll(typist, request);
  } finally {
    lock(x, typist.locks);
    await x.sync();
  }
}

async function typeAll(typist: CoreTypist, { text, delayMs }: { readonly text: string; readonly delayMs: number }): Promise<number> {
  const { x, journal, signal, note } = typist;
  const keymap = await readKeymap(x, device);
  const spare = new SpareKeys(x, journal);
  let typed = 0;
  try {
    for (const { typings, missing } of cutByMissing(planText(keymap, text), Math.max(1, SpareKeys.capacity(keymap)))) {
      const lent = missing.length > 0 ? await spare.lend(keymap, missing) : new Map<number, number>();
      if (missing.length > 0)
        note(`The keyboard layout lacks ${missing.length} of the characters; unused keys were lent to them while typing.`);
      for (const chunk of inChunks(typings, delayMs > 0 ? 1 : CHUNK)) {
        signal.throwIfAborted();
        for (const typing of chunk) strike(typist, typing, lent, (mask) => modifierKeycodes(keymap, mask));
        await x.sync();
        typed += chunk.length;
        if (delayMs > 0) await delay(delayMs, signal);
      }
      if (missing.length > 0) await delay(MAP_READ_MS);
    }
  } finally {
    await spare.takeBack(keymap);
  }
  return typed;
}

function strike({ hand }: CoreTypist, typing: Typing, lent: ReadonlyMap<number, number>, keysFor: (mask: number) => number[]): void {
  const keycode = typing.how === 'key' ? typing.keycode : lent.get(typing.codePoint);
  if (keycode === undefined) return;
  const around = typing.how === 'key' ? keysFor(typing.modifiers) : [];
  for (const each of around) hand.key({ keycode: each }, true);
  hand.key({ keycode }, true);
  hand.key({ keycode }, false);
  for (const each of [...around].reverse()) hand.key({ keycode: each }, false);
}
