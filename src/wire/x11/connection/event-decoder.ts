import { decodeEvent } from '../codec/frame.js';
import type { EventDef } from '../codec/message.js';
import type { ExtensionCache } from './extension-cache.js';

export interface DecodedEvent {
  readonly name: string;
  readonly synthetic: boolean;
  readonly sequence: number;
}

const GENERIC_EVENT = 35;
const SENT = 0x80;

/** Finds the definition of an arriving event and decodes it. */
export class EventDecoder {
  readonly #byCode = new Map<string, { readonly name: string; readonly def: EventDef }>();

  /** Call once the extensions are known: their event codes depend on the server. */
  constructor(tables: Readonly<Record<string, EventDef>>, extensions: ExtensionCache) {
    for (const [name, def] of Object.entries(tables)) {
      if (def.extension && !extensions.has(def.extension)) continue;
      const info = def.extension && extensions.get(def.extension);
      const key = def.generic
        ? `generic ${info?.majorOpcode}.${def.code}`
        : `plain ${(info?.firstEvent ?? 0) + def.code}${def.subtype === undefined ? '' : `.${def.subtype}`}`;
      this.#byCode.set(key, { name, def });
    }
  }

  /** The event with its name; an unknown one is called `Unknown` and carries its bytes. */
  decode(message: Buffer, sequence: number): DecodedEvent {
    const code = message.readUInt8(0) & ~SENT;
    const synthetic = (message.readUInt8(0) & SENT) !== 0;
    const second = message.readUInt8(1);
    const found =
      code === GENERIC_EVENT
        ? this.#byCode.get(`generic ${second}.${message.readUInt16LE(8)}`)
        : (this.#byCode.get(`plain ${code}`) ?? this.#byCode.get(`plain ${code}.${second}`));
    if (!found) return { name: 'Unknown', synthetic, sequence, bytes: message } as DecodedEvent;
    return { ...decodeEvent(message, found.def), name: found.name, synthetic, sequence };
  }
}
