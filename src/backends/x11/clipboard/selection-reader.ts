/** Asks the owner of a selection for its content; what is too long for one answer comes in pieces (ICCCM 2.7.2). */
import { DriverError } from '../../../errors/driver-error.js';
import { after } from '../../../kit/clock.js';
import { Mutex } from '../../../kit/mutex.js';
import { ConvertSelection, DeleteProperty, type PropertyValue, readProperty, type X11Connection } from '../../../wire/x11/index.js';

const ANSWER_MS = 1000;
const TURN_MS = 10_000;
const LONGEST = 16 * 1024 * 1024;
const NEW_VALUE = 0;
const PROPERTIES = 8;

export class SelectionReader {
  /** One conversion at a time: they share a property. */
  readonly #turn = new Mutex();
  /** An owner that was given up on may still write: the next conversions use another property. */
  #givenUp = 0;

  /** `window` must be one whose property changes are selected. */
  constructor(
    private readonly x: X11Connection,
    private readonly window: number,
  ) {}

  /** Undefined when the owner does not have it in that form, or does not answer. */
  convert(selection: number, target: number): Promise<PropertyValue | undefined> {
    return this.#turn.run(TURN_MS, async () => {
      const [property, INCR] = await Promise.all([
        this.x.atoms.intern(`OFFHAND_SELECTION_${this.#givenUp % PROPERTIES}`),
        this.x.atoms.intern('INCR'),
      ]);
      this.#givenUp++;
      const answer = this.#answer(target);
      this.x.send(ConvertSelection, { requestor: this.window, selection, target, property, time: 0 });
      if (!(await answer.came)) return undefined;
      const value = await this.#whole(property, target, INCR);
      this.#givenUp--;
      return value;
    });
  }

  async #whole(property: number, target: number, INCR: number): Promise<PropertyValue | undefined> {
    // Deleting the announcement is what asks for the first piece, so its arrival must be awaited before.
    const piece = this.#newValue(property);
    const value = await this.#take(property);
    if (value?.type === INCR) return { type: target, format: 8, data: await this.#pieces(property, piece) };
    piece.cancel();
    return value;
  }

  async #pieces(property: number, first: Expected): Promise<Buffer> {
    const pieces: Buffer[] = [];
    let length = 0;
    for (let piece = first; ; ) {
      if (!(await piece.came)) throw new DriverError('app_unresponsive', 'The owner of the clipboard stopped in the middle of its text.');
      piece = this.#newValue(property);
      const value = await this.#take(property);
      if (value && value.data.length > 0) {
        pieces.push(value.data);
        length += value.data.length;
        if (length <= LONGEST) continue;
      }
      piece.cancel();
      if (length > LONGEST)
        throw new DriverError('action_unsupported', `The clipboard holds more than ${LONGEST} bytes, too many to read.`);
      return Buffer.concat(pieces);
    }
  }

  async #take(property: number): Promise<PropertyValue | undefined> {
    const value = await readProperty(this.x, this.window, property);
    this.x.send(DeleteProperty, { window: this.window, property });
    return value;
  }

  #answer(target: number): Expected {
    return soon((done) =>
      this.x.on('SelectionNotify', (event) => {
        if (event.requestor === this.window && event.target === target) done(event.property !== 0);
      }),
    );
  }

  #newValue(property: number): Expected {
    return soon((done) =>
      this.x.on('PropertyNotify', ({ window, atom, state }) => {
        if (window === this.window && atom === property && state === NEW_VALUE) done(true);
      }),
    );
  }
}

interface Expected {
  /** False when it did not come in time. */
  readonly came: Promise<boolean>;
  readonly cancel: () => void;
}

function soon(listen: (done: (ok: boolean) => void) => () => void): Expected {
  let done: (ok: boolean) => void = () => {};
  const came = new Promise<boolean>((resolve) => {
    const timer = after(ANSWER_MS, () => done(false));
    const stop = listen((ok) => done(ok));
    done = (ok) => {
      stop();
      timer.cancel();
      resolve(ok);
    };
  });
  return { came, cancel: () => done(false) };
}
