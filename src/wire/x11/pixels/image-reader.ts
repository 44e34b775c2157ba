import type { X11Connection } from '../connection/connection.js';
import { X11ConnectionClosed, X11Error } from '../connection/errors.js';
import { GetImage } from '../core/drawing.js';
import { GetGeometry } from '../core/windows.js';
import { Shm, ShmGetImage } from '../ext/shm.js';
import { type PixelImage, serverFormat, toBgrx } from './image.js';
import { ShmSegment } from './shm-segment.js';

export interface ImageRequest {
  readonly drawable: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Memory to use again for the pixels, when it is large enough. */
  readonly into?: Buffer | undefined;
}

const SEGMENT_UNIT = 1 << 20;
const MAX_BYTES_PER_PIXEL = 4;
const IDLE_SEGMENTS = 2;

/** Reads pixels of windows and pixmaps, through shared memory where the server and Node allow it. */
export class ImageReader {
  readonly #connection: X11Connection;
  readonly #idle: ShmSegment[] = [];
  #sharedMemory: boolean;

  constructor(connection: X11Connection) {
    this.#connection = connection;
    this.#sharedMemory = connection.passesDescriptors && connection.has(Shm);
  }

  /** False once shared memory turned out not to work; images then come over the socket. */
  get usesSharedMemory(): boolean {
    return this.#sharedMemory;
  }

  /** The area must lie inside the drawable, and a window must be viewable; else BadMatch. */
  async read(request: ImageRequest): Promise<PixelImage> {
    const segment = await this.#take(request.width * request.height * MAX_BYTES_PER_PIXEL);
    return segment ? this.#readShared(request, segment) : this.#readSocket(request);
  }

  /** The whole drawable. */
  async readAll(drawable: number, into?: Buffer): Promise<PixelImage> {
    const { width, height } = await this.#connection.request(GetGeometry, { drawable });
    return this.read({ drawable, x: 0, y: 0, width, height, into });
  }

  close(): void {
    for (const segment of this.#idle.splice(0)) segment.detach();
  }

  async #readShared({ drawable, x, y, width, height, into }: ImageRequest, segment: ShmSegment): Promise<PixelImage> {
    try {
      const { depth, visual, size } = await this.#connection.request(ShmGetImage, { drawable, x, y, width, height, segment: segment.id });
      const data = into && into.length >= size ? into : Buffer.allocUnsafe(size);
      segment.readInto(data, size);
      return toBgrx(data, width, height, serverFormat(this.#connection.setup, this.#connection.screen, depth, width, visual));
    } finally {
      this.#giveBack(segment);
    }
  }

  async #readSocket({ drawable, x, y, width, height }: ImageRequest): Promise<PixelImage> {
    const { depth, visual, data } = await this.#connection.request(GetImage, { drawable, x, y, width, height });
    return toBgrx(data, width, height, serverFormat(this.#connection.setup, this.#connection.screen, depth, width, visual));
  }

  async #take(bytes: number): Promise<ShmSegment | undefined> {
    if (!this.#sharedMemory) return undefined;
    const fitting = this.#idle.findIndex(({ size }) => size >= bytes);
    if (fitting >= 0) return this.#idle.splice(fitting, 1)[0];
    try {
      return await ShmSegment.attach(this.#connection, Math.ceil(bytes / SEGMENT_UNIT) * SEGMENT_UNIT);
    } catch (error) {
      if (error instanceof X11ConnectionClosed) throw error;
      // A remote or confined server cannot map our memory; asking again would fail again.
      this.#sharedMemory = error instanceof X11Error && error.name === 'BadAlloc';
      return undefined;
    }
  }

  /** Keeps the largest segments for the next images. */
  #giveBack(segment: ShmSegment): void {
    this.#idle.push(segment);
    this.#idle.sort((a, b) => a.size - b.size);
    while (this.#idle.length > IDLE_SEGMENTS) this.#idle.shift()?.detach();
  }
}
