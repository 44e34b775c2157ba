/** The CLIPBOARD selection: read by asking its owner, written by owning it from a window of ours. */
import { DriverError } from '../../../errors/driver-error.js';
import {
  ChangeProperty,
  CreateWindow,
  coreEvents,
  EventMask,
  GetSelectionOwner,
  SendEvent,
  SetSelectionOwner,
  textOf,
  WindowClass,
  words,
  writeWords,
} from '../../../wire/x11/index.js';
import type { Clipboard } from '../../port.js';
import { type Display, XA } from '../display.js';
import { SelectionReader } from './selection-reader.js';

export class X11Clipboard implements Clipboard {
  readonly #window: number;
  readonly #reader: SelectionReader;
  #owned: string | undefined;

  constructor(private readonly display: Display) {
    const { x, root } = display;
    this.#window = x.ids.allocate();
    x.send(CreateWindow, {
      window: this.#window,
      parent: root,
      x: -10,
      y: -10,
      width: 1,
      height: 1,
      class: WindowClass.InputOnly,
      values: { eventMask: EventMask.PropertyChange },
    });
    this.#reader = new SelectionReader(x, this.#window);
    x.on('SelectionRequest', (event) => void this.#serve(event));
    x.on('SelectionClear', ({ owner }) => {
      if (owner === this.#window) this.#owned = undefined;
    });
  }

  async read(): Promise<{ types: readonly string[]; text: string | null }> {
    const { x } = this.display;
    const { CLIPBOARD, TARGETS } = await x.atoms.internMany(['CLIPBOARD', 'TARGETS']);
    const { owner } = await x.request(GetSelectionOwner, { selection: CLIPBOARD });
    if (owner === 0) return { types: [], text: null };
    const targets = words(await this.#reader.convert(CLIPBOARD, TARGETS));
    const types = await Promise.all(targets.map((atom) => x.atoms.name(atom)));
    const hasText = types.some((type) => type === 'UTF8_STRING' || type === 'STRING' || type.startsWith('text/plain'));
    const text = hasText ? textOf(await this.#reader.convert(CLIPBOARD, this.display.atoms.UTF8_STRING)) : undefined;
    return { types, text: text ?? null };
  }

  async write(text: string): Promise<void> {
    const { x } = this.display;
    const CLIPBOARD = await x.atoms.intern('CLIPBOARD');
    this.#owned = text;
    x.send(SetSelectionOwner, { owner: this.#window, selection: CLIPBOARD, time: 0 });
    const { owner } = await x.request(GetSelectionOwner, { selection: CLIPBOARD });
    if (owner !== this.#window) throw new DriverError('delivery_failed', 'The display server did not give us the clipboard.');
  }

  async #serve(event: { requestor: number; selection: number; target: number; property: number; time: number }): Promise<void> {
    const { x, atoms } = this.display;
    const { TARGETS } = await x.atoms.internMany(['TARGETS']);
    const property = event.property || event.target;
    let answered = true;
    if (this.#owned === undefined) answered = false;
    else if (event.target === TARGETS) writeWords(x, event.requestor, property, XA.ATOM, [TARGETS, atoms.UTF8_STRING, XA.STRING]);
    else if (event.target === atoms.UTF8_STRING || event.target === XA.STRING) {
      const data = Buffer.from(this.#owned, event.target === XA.STRING ? 'latin1' : 'utf8');
      x.send(ChangeProperty, { window: event.requestor, property, type: event.target, format: 8, data });
    } else answered = false;
    const notify = x.encodeEvent(coreEvents.SelectionNotify, {
      time: event.time,
      requestor: event.requestor,
      selection: event.selection,
      target: event.target,
      property: answered ? property : 0,
    });
    x.send(SendEvent, { propagate: false, destination: event.requestor, eventMask: 0, event: notify });
  }
}
