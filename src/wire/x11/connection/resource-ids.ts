import { X11ProtocolError } from './errors.js';

/** Client-side resource ids: fresh ones first, released ones once the range is used up. */
export class ResourceIds {
  readonly #base: number;
  readonly #mask: number;
  readonly #step: number;
  #next = 0;
  readonly #released: number[] = [];

  constructor(base: number, mask: number) {
    this.#base = base;
    this.#mask = mask;
    this.#step = mask & -mask;
  }

  allocate(): number {
    if (this.#next <= this.#mask) {
      const id = (this.#base | this.#next) >>> 0;
      this.#next += this.#step;
      return id;
    }
    const reused = this.#released.shift();
    if (reused === undefined) throw new X11ProtocolError('all resource ids of this connection are in use');
    return reused;
  }

  /** Call after the resource was freed on the server. */
  release(id: number): void {
    this.#released.push(id);
  }
}
