/** Types a text piece by piece, checking before each piece that it will land in the window. */
import { DriverError } from '../../../../errors/driver-error.js';
import { delay } from '../../../../kit/clock.js';
import type { WindowPoint } from '../../../../model/geometry.js';
import { type KeyBoard, type KeyMove, tap } from '../hand/keyboard.js';
import { handedOn } from '../target/handed-on.js';
import type { Pulse } from '../target/pulse.js';
import type { Reach } from '../target/reach.js';
import type { Keymaps } from './keymaps.js';
import { strokeForKey } from './keys.js';
import { inChunks, planText, type Typing } from './plan-text.js';
import { cutByMissing, type Segment } from './segments.js';
import { SpareKeys } from './spare-keys.js';

export interface TypingScene {
  readonly reach: Reach;
  readonly keyboard: KeyBoard;
  readonly pulse: Pulse;
  readonly spareKeys: SpareKeys;
}

export interface TextRequest {
  readonly at: WindowPoint;
  readonly text: string;
  readonly delayMs: number;
  readonly signal: AbortSignal;
  /** Told after each piece, so that a cancelled text says how far it came. */
  readonly typed: (characters: number) => void;
  readonly note: (text: string) => void;
}

const CHUNK = 40;
/** Keys pile up in an application that cannot keep pace, so it is waited for now and then. */
const CHUNKS_BETWEEN_WAITS = 5;
const SLOW_APP_MS = 1000;
/** Longest wait for the last of them: a toolkit that asks others about each key takes some milliseconds for it on a busy machine. */
const LAST_KEYS_MS = 5000;
/** Those that answer no pings get this long to look at the map and the keys. */
const SILENT_APP_MS = 150;

/** Refuses a text with characters that cannot be typed, before anything is sent. */
export async function checkText({ keyboard, reach }: TypingScene, text: string): Promise<void> {
  if (reach.target.traits.unicode !== 'none') return;
  const missing = planText((await keyboard.maps()).person, text).find(({ how }) => how === 'number');
  if (!missing) return;
  const name = nameOf(missing.codePoint);
  const message = `The keyboard layout has no key for ${name}, and this program knows no characters but those of the layout.`;
  throw new DriverError('action_unsupported', message, { character: name });
}

const nameOf = (codePoint: number): string => `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;

export async function typeText(scene: TypingScene, request: TextRequest): Promise<void> {
  const maps = await scene.keyboard.maps();
  const typings = planText(maps.person, request.text);
  const spells = scene.reach.target.traits.unicode.startsWith('ctrl_shift_u') && canSpell(maps);
  // A page that tells late where a click put the caret would end the number that is being spelled then.
  if (spells && typings.some(({ how }) => how === 'number')) await handedOn(scene.reach.target, scene.pulse, SLOW_APP_MS);
  const segments = spells ? [{ typings, missing: [] }] : cutByMissing(typings, Math.max(1, SpareKeys.capacity(maps.person)));
  try {
    for (const segment of segments) await typeSegment(scene, request, maps, segment);
    // Who looks once it is typed must find all of it, and looking would slow down an application that is still busy with it.
    await scene.pulse.heeded(scene.reach.target.traits.answersUntilHeeded, LAST_KEYS_MS, request.signal);
  } finally {
    await scene.spareKeys.takeBack(maps.person);
  }
}

async function typeSegment(scene: TypingScene, request: TextRequest, maps: Keymaps, { typings, missing }: Segment): Promise<void> {
  if (missing.length === 0) return typeAll(scene, request, maps, typings);
  const lent = await scene.spareKeys.lend(maps.person, missing);
  request.note(`The keyboard layout lacks ${missing.length} of the characters; unused keys were lent to them while typing.`);
  await typeAll(
    scene,
    request,
    maps,
    typings.map((typing) => borrowed(typing, lent)),
  );
  if (!(await scene.pulse.handled(SLOW_APP_MS))) await delay(SILENT_APP_MS);
}

function borrowed(typing: Typing, lent: ReadonlyMap<number, number>): Typing {
  const keycode = typing.how === 'number' ? lent.get(typing.codePoint) : undefined;
  if (typing.how === 'key') return typing;
  if (keycode === undefined) {
    const name = nameOf(typing.codePoint);
    throw new DriverError('delivery_failed', `No key can be found for the character ${name}.`, { character: name });
  }
  return { how: 'key', keycode, modifiers: 0, codePoint: typing.codePoint };
}

async function typeAll(
  { reach, keyboard, pulse }: TypingScene,
  request: TextRequest,
  maps: Keymaps,
  typings: readonly Typing[],
): Promise<void> {
  const { window, traits } = reach.target;
  const pauseMs = Math.max(request.delayMs, traits.betweenKeysMs);
  let chunks = 0;
  for (const chunk of inChunks(typings, pauseMs > 0 ? 1 : CHUNK)) {
    request.signal.throwIfAborted();
    const moves = chunk.flatMap((typing) => movesFor(maps, typing, traits.unicode === 'ctrl_shift_u_bare'));
    if (traits.keyRoute === 'send') await keyboard.send(window, maps, moves);
    else await keyboard.strikeAt(reach, request.at, maps, moves, false);
    request.typed(chunk.length);
    if (pauseMs > 0) await delay(pauseMs, request.signal);
    else if (++chunks % CHUNKS_BETWEEN_WAITS === 0) await pulse.handled(SLOW_APP_MS);
  }
}

function movesFor(maps: Keymaps, typing: Typing, bareDigits: boolean): KeyMove[] {
  if (typing.how === 'key') return tap({ keycode: typing.keycode, modifiers: typing.modifiers, isCharacter: true });
  return byNumber(maps, typing.codePoint, bareDigits);
}

/** Layouts of other scripts lack the keys that numbers are spelled with. */
function canSpell(maps: Keymaps): boolean {
  try {
    return Array.from('u0123456789abcdef').every((name) => strokeForKey(maps, name));
  } catch {
    return false;
  }
}

/** ISO 14755: Ctrl+Shift+U, the number in hexadecimal digits, a space. */
function byNumber(maps: Keymaps, codePoint: number, bareDigits: boolean): KeyMove[] {
  const key = (name: string) => strokeForKey(maps, name);
  const plain = (name: string) => tap({ ...key(name), ...(bareDigits ? { modifiers: 0 } : {}), isCharacter: true });
  const [ctrl, shift] = [key('ctrl'), key('shift')];
  return [
    { stroke: ctrl, pressed: true },
    { stroke: shift, pressed: true },
    ...tap(key('u')),
    { stroke: shift, pressed: false },
    { stroke: ctrl, pressed: false },
    ...Array.from(codePoint.toString(16)).flatMap(plain),
    ...plain('space'),
  ];
}
