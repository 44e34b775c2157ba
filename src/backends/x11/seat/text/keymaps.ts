/**
 * Two maps decide what a key of the agent does: applications look its code up in the person's map, the only one they know,
 * while the modifiers that are down come from the agent's own keyboard.
 */
import { type Keymap, readKeymap, type X11Connection, XIDevice, XkbEventMask, XkbSelectEvents } from '../../../../wire/x11/index.js';

export interface Keymaps {
  readonly person: Keymap;
  readonly agent: Keymap;
}

const ALL_MAP_PARTS = 0xff;

export class KeymapReader {
  #known: Promise<Keymaps> | undefined;

  constructor(
    private readonly x: X11Connection,
    private readonly agentKeyboard: number,
  ) {
    onKeymapChange(x, () => {
      this.#known = undefined;
    });
  }

  read(): Promise<Keymaps> {
    this.#known ??= this.#readBoth();
    return this.#known;
  }

  async #readBoth(): Promise<Keymaps> {
    const [person, agent] = await Promise.all([readKeymap(this.x, XIDevice.CoreKeyboard), readKeymap(this.x, this.agentKeyboard)]);
    return { person, agent };
  }
}

/**
 * Of every keyboard, although only the person's is named: servers older than 21.1.19 crash some time after a device went away
 * for which somebody had asked. Only queues requests.
 */
export function onKeymapChange(x: X11Connection, changed: () => void): void {
  x.send(XkbSelectEvents, {
    device: XIDevice.CoreKeyboard,
    affectWhich: XkbEventMask.NewKeyboard | XkbEventMask.Map,
    selectAll: XkbEventMask.NewKeyboard,
    affectMap: ALL_MAP_PARTS,
    map: ALL_MAP_PARTS,
  });
  x.on('XkbMapNotify', changed);
  x.on('XkbNewKeyboardNotify', changed);
}
