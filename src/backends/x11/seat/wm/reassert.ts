/** After a crash the window manager may call another window active than the one the person's keyboard is in. */
import { delay } from '../../../../kit/clock.js';
import { type X11Connection, XIDevice, XIGetFocus } from '../../../../wire/x11/index.js';
import { ifAlive } from '../../display.js';
import { chainTo } from '../target/target.js';
import { activeWindow, askBackTo, stackingOrder, tellFocused } from './wm-messages.js';

const ANSWER_MS = 15;

export async function reassertPersonsWindow(x: X11Connection): Promise<void> {
  const { focus } = await x.request(XIGetFocus, { deviceId: XIDevice.CoreKeyboard });
  const managed = new Set(await stackingOrder(x));
  const chain = focus > 1 ? ((await ifAlive(chainTo(x, focus))) ?? []) : [];
  const window = chain.find((each) => managed.has(each));
  const frame = chain[1];
  if (window === undefined || frame === undefined) return;
  const isBack = async () => {
    await delay(ANSWER_MS);
    return (await activeWindow(x)) === window;
  };
  if (await isBack()) return;
  if (frame !== window) tellFocused(x, frame, true);
  if (await isBack()) return;
  tellFocused(x, window, false);
  if (!(await isBack())) await askBackTo(x, window);
}
