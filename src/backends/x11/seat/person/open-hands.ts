/** What must be done at once: passing on what the person's hands do, and keeping new windows from them. All of it runs in a thread, on connections of its own. */
import type { Methods } from '../../../../kit/thread/messages.js';
import { connectX11 } from '../../../../wire/x11/index.js';
import type { DisplayAddress } from '../../display.js';
import { EarlyLoan, type Maker } from '../wm/early-loan.js';
import { KeyRelay } from './key-relay.js';
import { PersonPointer } from './person-pointer.js';

export async function openHands({ display, xauthority }: DisplayAddress): Promise<Methods> {
  const connect = () => connectX11({ display, xauthority });
  const [relay, pointer] = await Promise.all([connect().then(KeyRelay.open), connect().then(PersonPointer.open)]);
  const earlyLoan = new EarlyLoan(connect);
  return {
    whenFree: (signal: AbortSignal) => pointer.whenFree(signal),
    freeze: (signal: AbortSignal) => pointer.freeze(signal),
    thaw: (whose: number, stayMs: number) => pointer.thaw(whose, stayMs),
    stay: (whose: number, stayMs: number) => pointer.stay(whose, stayMs),
    forget: (whose: number) => pointer.forget(whose),
    forgetAll: () => pointer.forgetAll(),
    lendWhenMade: (wmWindow: number, makers: readonly Maker[]) => earlyLoan.expect(wmWindow, makers),
    close: async () => void (await Promise.all([pointer.close(), relay.close(), earlyLoan.close()])),
  };
}
