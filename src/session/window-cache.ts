import type { ImageMap } from '../image/coordinates.js';
import type { ElementTree } from '../model/element.js';
import type { Size } from '../model/geometry.js';
import { ElementNumbers } from '../snapshot/numbering.js';
import type { Snapshot } from '../snapshot/snapshot.js';

const KEPT_SNAPSHOTS = 8;

/** The pixel space of the last image the caller got, and the window size it was taken at. */
export interface ShownImage {
  readonly map: ImageMap;
  readonly window: Size;
}

/** One session's memory of one window: stable element numbers, recent snapshots, the space its last image spoke. */
export class WindowCache {
  readonly numbers = new ElementNumbers();
  imageMap: ShownImage | undefined;
  #snapshots: Snapshot[] = [];
  #taken = 0;
  #source: { readonly tree: ElementTree; readonly space: string } | undefined;

  constructor(
    readonly pid: number,
    readonly windowId: number,
  ) {}

  get latest(): Snapshot | undefined {
    return this.#snapshots.at(-1);
  }

  nextSnapshotId(): string {
    this.#taken++;
    return `s${this.#taken.toString(36)}w${this.windowId.toString(36)}`;
  }

  remember(snapshot: Snapshot, tree: ElementTree, map: ImageMap): void {
    this.#source = { tree, space: spaceOf(map) };
    this.#snapshots.push(snapshot);
    if (this.#snapshots.length > KEPT_SNAPSHOTS) this.#snapshots.shift();
  }

  /** The latest snapshot when it was taken of this very tree in the same pixels. */
  snapshotOf(tree: ElementTree, map: ImageMap): Snapshot | undefined {
    return this.#source?.tree === tree && this.#source.space === spaceOf(map) ? this.latest : undefined;
  }

  snapshot(id: string): Snapshot | undefined {
    return this.#snapshots.find((snapshot) => snapshot.id === id);
  }
}

/** Frames are given in the image's pixels, so the same tree in another space is another snapshot. */
const spaceOf = ({ area, size }: ImageMap): string => `${area.x},${area.y} ${area.width}×${area.height} ${size.width}×${size.height}`;
