/** The window manager may call another window active than the one the person's keyboard is in, as after a crash. */
import { delay } from '../../../../kit/clock.js';
import { type X11Connection, XIDevice, XIGetFocus } from '../../../../wire/x11/index.js';
import { ifAlive } from '../../display.js';
import { isPersonIn, type Place } from '../guard/watch.js';
import { chainTo } from '../target/target.js';
import { activeWindow, askBackTo, stackingOrder, tellFocused } from './wm-messages.js';
import type { WmTraits } from './wm-traits.js';

const ANSWER_MS = 15;

type PersonsPlace = Pick<Place, 'person' | 'frame'>;

export async function reassertPersonsWindow(x: X11Connection): Promise<void> {
  const { focus } = await x.request(XIGetFocus, { deviceId: XIDevice.CoreKeyboard });
  const managed = new Set(await stackingOrder(x));
  const chain = focus > 1 ? ((await ifAlive(chainTo(x, focus))) ?? []) : [];
  const window = chain.find((each) => managed.has(each));
  const frame = chain[1];
  if (window === undefined || frame === undefined) return;
  const isRight = async () => {
    await delay(ANSWER_MS);
    const [active, isThere] = await Promise.all([activeWindow(x), isPersonIn(x, window)]);
    return active === window || !isThere; // they may have gone on
  };
  if (await isRight()) return;
  if (frame !== window) tellFocused(x, frame, true);
  if (await isRight()) return;
  tellFocused(x, window, false);
  if (!(await isRight())) await askBackTo(x, window);
}

/** The window manager sees a keyboard leave another window in the same breath: in its own way it is told that the person's is still here. */
export function remindOf(x: X11Connection, place: PersonsPlace, hears: WmTraits['hears']): void {
  tellPersonIsIn(x, place, hears);
  if (hears === 'requests') void askBackTo(x, place.person);
}

/** Nothing to one that has to be asked. */
function tellPersonIsIn(x: X11Connection, { person, frame }: PersonsPlace, hears: WmTraits['hears']): void {
  if (hears === 'frame' && frame !== undefined && frame !== person) tellFocused(x, frame, true);
  if (hears === 'window') tellFocused(x, person, false);
}

/**
 * The person came into a window of which the window manager was not told. Said at once, whatever it calls active: it hears this
 * after all that it was told, and may have yet to come to that.
 */
export async function announcePerson(x: X11Connection, window: number, hears: WmTraits['hears']): Promise<void> {
  const [chain, isThere] = await Promise.all([ifAlive(chainTo(x, window)), isPersonIn(x, window)]);
  const frame = chain?.[1];
  if (!isThere || frame === undefined) return;
  tellPersonIsIn(x, { person: window, frame }, hears);
  await reassertPersonsWindow(x);
}
