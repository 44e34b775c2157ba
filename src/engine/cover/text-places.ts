import type { ShownStretch } from '../../backends/port.js';
import type { Rect } from '../../model/geometry.js';
import type { TextPlaces, TreeText } from '../../redaction/report.js';
import type { Call } from '../call.js';
import type { WindowText } from './tree-texts.js';

/** Asks the element a text was read from. */
export function placesIn(call: Call, texts: readonly WindowText[]): TextPlaces {
  const sources = new Map<TreeText, WindowText>(texts.map((text) => [text, text]));
  return async (text, find) => {
    const source = sources.get(text);
    if (!source) return undefined;
    const { access } = await call.backend();
    const moved = (box: Rect): Rect => ({ x: box.x - source.origin.x, y: box.y - source.origin.y, width: box.width, height: box.height });
    const inPicture = ({ boxes, around }: ShownStretch) => ({
      boxes: boxes.map(moved),
      around: around.map(({ box, isBlank }) => ({ box: moved(box), isBlank })),
    });
    return (await access.stretches(source.key, source.window, find))?.map(inPicture);
  };
}
