/** Which window the person's pointer is in: a grab there makes nothing cross. */
import {
  GetGeometry,
  TranslateCoordinates,
  type X11Connection,
  XIDevice,
  XIQueryDevice,
  XIQueryPointer,
} from '../../../../wire/x11/index.js';
import { ifAlive } from '../../display.js';

interface Spot {
  readonly x: number;
  readonly y: number;
}

export class PointerPlace {
  /** Windows from the root down to the one the pointer was last in. */
  #path: readonly number[];

  constructor(private readonly x: X11Connection) {
    this.#path = [x.root];
  }

  /** The one it was in when last asked. */
  get last(): number {
    return this.#path.at(-1) ?? this.x.root;
  }

  /** Undefined while a button is down. Mostly one question: it is where it was. */
  async deepest(): Promise<number | undefined> {
    const look = (window: number) => ifAlive(this.x.request(XIQueryPointer, { window, deviceId: XIDevice.CorePointer }));
    const atRoot = look(this.x.root);
    const window = await this.#descend((each) => (each === this.x.root ? atRoot : look(each)));
    return (await atRoot)?.buttons.length === 0 ? window : undefined;
  }

  /** Where a pointer that is held will be once it is let go, by the device that moved it: that one is never held. */
  async next(device: number): Promise<number | undefined> {
    const spot = await this.#nextSpot(device);
    if (!spot) return undefined;
    const { root } = this.x;
    return this.#descend((dstWindow) =>
      ifAlive(this.x.request(TranslateCoordinates, { srcWindow: root, dstWindow, srcX: spot.x, srcY: spot.y })),
    );
  }

  async #nextSpot(device: number): Promise<Spot | undefined> {
    const { x: connection } = this;
    const [{ devices }, { width, height }] = await Promise.all([
      connection.request(XIQueryDevice, { deviceId: device }).catch(() => ({ devices: [] })), // it was unplugged
      connection.request(GetGeometry, { drawable: connection.root }),
    ]);
    const along = (axis: number, size: number): number | undefined => {
      const found = devices[0]?.classes.find((each) => each.type === 'valuator' && each.number === axis);
      if (found?.type !== 'valuator') return undefined;
      const { min, max, value } = found;
      // A tablet has a range of its own, a mouse counts in pixels.
      return Math.floor(max > min ? ((value - min) * size) / (max - min + 1) : value);
    };
    const [x, y] = [along(0, width), along(1, height)];
    return x === undefined || y === undefined ? undefined : { x, y };
  }

  async #descend(look: (window: number) => Promise<{ readonly child: number } | undefined>): Promise<number | undefined> {
    const looks = await Promise.all(this.#path.map(look));
    const wrong = looks.findIndex((seen, index) => seen?.child !== (this.#path[index + 1] ?? 0));
    if (wrong < 0) return this.last;
    const path = this.#path.slice(0, wrong + 1);
    for (let child = looks[wrong]?.child ?? 0; child !== 0; ) {
      path.push(child);
      child = (await look(child))?.child ?? 0;
    }
    this.#path = path;
    return this.last;
  }
}
