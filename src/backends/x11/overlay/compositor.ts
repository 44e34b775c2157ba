/** Knows whether a compositing manager runs, which is what makes transparency real; told by the server when that changes. */
import { GetSelectionOwner, type X11Connection, XFixes, XFixesSelectSelectionInput } from '../../../wire/x11/index.js';

const OWNER_CHANGES = 0b111;

export class Compositor {
  #isRunning = false;

  private constructor() {}

  static async watch(x: X11Connection, changed: () => void): Promise<Compositor> {
    const compositor = new Compositor();
    const selection = await x.atoms.intern(`_NET_WM_CM_S${Math.max(0, x.setup.screens.indexOf(x.screen))}`);
    if (x.has(XFixes)) {
      x.send(XFixesSelectSelectionInput, { window: x.root, selection, eventMask: OWNER_CHANGES });
      x.on('XFixesSelectionNotify', (event) => {
        if (event.selection !== selection || compositor.#isRunning === (event.owner !== 0)) return;
        compositor.#isRunning = event.owner !== 0;
        changed();
      });
    }
    compositor.#isRunning = (await x.request(GetSelectionOwner, { selection })).owner !== 0;
    return compositor;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }
}
