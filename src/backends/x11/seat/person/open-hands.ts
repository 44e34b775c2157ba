/** What passes on what the person's hands do, on connections of its own: all of it runs in a thread. */
import type { Methods } from '../../../../kit/thread/messages.js';
import { connectX11 } from '../../../../wire/x11/index.js';
import type { DisplayAddress } from '../../display.js';
import { KeyRelay } from './key-relay.js';
import { PersonPointer } from './person-pointer.js';

export async function openHands({ display, xauthority }: DisplayAddress): Promise<Methods> {
  const connect = () => connectX11({ display, xauthority });
  const [relay, pointer] = await Promise.all([connect().then(KeyRelay.open), connect().then(PersonPointer.open)]);
  return {
    whenFree: (signal: AbortSignal) => pointer.whenFree(signal),
    freeze: (signal: AbortSignal) => pointer.freeze(signal),
    thaw: (whose: number, stayMs: number) => pointer.thaw(whose, stayMs),
    stay: (whose: number, stayMs: number) => pointer.stay(whose, stayMs),
    forget: (whose: number) => pointer.forget(whose),
    forgetAll: () => pointer.forgetAll(),
    close: async () => void (await Promise.all([pointer.close(), relay.close()])),
  };
}
