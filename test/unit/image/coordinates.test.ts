import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ImageMap,
  imageRectToWindow,
  imageToScreen,
  imageToWindow,
  isInImage,
  mapWindow,
  mapZoom,
  screenRectToImage,
  screenToImage,
  windowRectToImage,
  windowToImage,
} from '../../../src/image/coordinates.js';
import { fitSize, highResolutionPatchBudget, patchCount, type SizeLimit, standardPatchBudget } from '../../../src/image/size-limit.js';
import { center, contains, containsRect, imagePoint, imageRect, screenRect, windowPoint, windowRect } from '../../../src/model/geometry.js';

const side = fc.integer({ min: 1, max: 8000 });
const place = fc.integer({ min: -4000, max: 8000 });
const limits = fc.constantFrom<SizeLimit>(
  {},
  { maxDimension: 0 },
  { maxDimension: 1568 },
  { maxDimension: 800 },
  { maxDimension: 1 },
  { patches: standardPatchBudget },
  { patches: highResolutionPatchBudget },
  { maxDimension: 1200, patches: standardPatchBudget },
);
const maps = fc
  .record({ x: place, y: place, width: side, height: side, limit: limits })
  .map(({ limit, ...rect }) => mapWindow(screenRect(rect), limit));

/** A map together with a pixel of its image, and one of its window. */
const mapsWithPixels = maps.chain((map) =>
  fc.record({
    map: fc.constant(map),
    image: pixelOf(map.size),
    window: pixelOf(map.area),
  }),
);

function pixelOf({ width, height }: { width: number; height: number }) {
  return fc.record({ x: fc.integer({ min: 0, max: width - 1 }), y: fc.integer({ min: 0, max: height - 1 }) });
}

/** A map of a zoomed crop, scaled up or down, with the map it was cut from. */
const zooms = mapsWithPixels.chain(({ map, image }) =>
  fc
    .record({ width: fc.integer({ min: 1, max: 4000 }), height: fc.integer({ min: 1, max: 4000 }), limit: limits })
    .map(({ limit, ...size }) => ({
      whole: map,
      region: imageRect({ ...image, ...size }),
      zoom: mapZoom(map, imageRect({ ...image, ...size }), limit),
    })),
);

describe('size limits', () => {
  test.each([
    [1920, 1080, standardPatchBudget, 1456, 819],
    [2560, 1440, standardPatchBudget, 1456, 819],
    [3840, 2160, standardPatchBudget, 1456, 819],
    [1440, 900, standardPatchBudget, 1389, 868],
    [1280, 800, standardPatchBudget, 1280, 800],
    [1920, 1080, highResolutionPatchBudget, 1920, 1080],
    [2560, 1440, highResolutionPatchBudget, 2560, 1440],
    [3840, 2160, highResolutionPatchBudget, 2576, 1449],
  ])('%i x %i within a patch budget becomes %o', (width, height, patches, fitWidth, fitHeight) => {
    expect(fitSize({ width, height }, { patches })).toEqual({ width: fitWidth, height: fitHeight });
  });

  test('caps the long side, whichever it is, and leaves smaller images alone', () => {
    expect(fitSize({ width: 1920, height: 1080 }, { maxDimension: 1568 })).toEqual({ width: 1568, height: 882 });
    expect(fitSize({ width: 1080, height: 1920 }, { maxDimension: 1568 })).toEqual({ width: 882, height: 1568 });
    expect(fitSize({ width: 640, height: 480 }, { maxDimension: 1568 })).toEqual({ width: 640, height: 480 });
    expect(fitSize({ width: 7680, height: 4320 }, { maxDimension: 0 })).toEqual({ width: 7680, height: 4320 });
  });

  test('no fitting size is larger by one pixel on the long side, and every limit holds', () => {
    fc.assert(
      fc.property(side, side, limits, (width, height, limit) => {
        const fitted = fitSize({ width, height }, limit);
        const long = Math.max(fitted.width, fitted.height);
        const cap = limit.maxDimension || Number.POSITIVE_INFINITY;
        expect(long).toBeLessThanOrEqual(cap);
        if (limit.patches) expect(patchCount(fitted, limit.patches.patch)).toBeLessThanOrEqual(limit.patches.maxPatches);
        expect(fitted.width).toBeLessThanOrEqual(width);
        expect(fitted.height).toBeLessThanOrEqual(height);
        expect(Math.min(fitted.width, fitted.height)).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});

describe('coordinates', () => {
  test('an image pixel comes back from the window and from the screen unchanged', () => {
    fc.assert(
      fc.property(mapsWithPixels, ({ map, image }) => {
        const point = imagePoint(image.x, image.y);
        const inWindow = imageToWindow(map, point);
        expect(contains(map.area, inWindow)).toBe(true);
        expect(windowToImage(map, inWindow)).toEqual(point);
        expect(screenToImage(map, imageToScreen(map, point))).toEqual(point);
      }),
    );
  });

  test('a window pixel is shown inside the image and comes back no further than one image pixel away', () => {
    fc.assert(
      fc.property(mapsWithPixels, ({ map, window }) => {
        const shown = windowToImage(map, windowPoint(window.x, window.y));
        expect(isInImage(map, shown)).toBe(true);
        const back = imageToWindow(map, shown);
        expect(Math.abs(back.x - window.x)).toBeLessThanOrEqual(map.area.width / map.size.width);
        expect(Math.abs(back.y - window.y)).toBeLessThanOrEqual(map.area.height / map.size.height);
      }),
    );
  });

  test('without scaling every pixel is itself', () => {
    fc.assert(
      fc.property(side, side, place, place, (width, height, x, y) => {
        const map = mapWindow(screenRect({ x, y, width, height }), { maxDimension: 0 });
        const point = imagePoint(width - 1, height - 1);
        expect(imageToWindow(map, point)).toEqual({ x: width - 1, y: height - 1 });
        expect(imageToScreen(map, point)).toEqual({ x: x + width - 1, y: y + height - 1 });
      }),
    );
  });

  test('the middle of a shown frame lies in the element it stands for', () => {
    fc.assert(
      fc.property(mapsWithPixels, fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 900 }), ({ map, window }, width, height) => {
        const scale = Math.max(map.area.width / map.size.width, map.area.height / map.size.height);
        fc.pre(width >= 2 * scale && height >= 2 * scale);
        const element = windowRect({ ...window, width, height });
        const clicked = imageToWindow(map, center(windowRectToImage(map, element)));
        expect(contains(element, clicked)).toBe(true);
      }),
    );
  });

  test('an outward frame covers every image pixel that shows a part of the element', () => {
    fc.assert(
      fc.property(mapsWithPixels, side, side, ({ map, window }, width, height) => {
        const element = windowRect({ ...window, width, height });
        const frame = windowRectToImage(map, element, 'outward');
        expect(containsRect(frame, windowRectToImage(map, element))).toBe(true);
        expect(containsRect(imageRectToWindow(map, frame), element)).toBe(true);
      }),
    );
  });

  test('a screen rectangle lands where its corner does', () => {
    const map = mapWindow(screenRect({ x: 100, y: 50, width: 400, height: 300 }));
    expect(screenRectToImage(map, screenRect({ x: 110, y: 70, width: 30, height: 20 }))).toEqual({ x: 10, y: 20, width: 30, height: 20 });
  });

  test('a pixel of a zoomed crop maps through to the same window pixel and back', () => {
    fc.assert(
      fc.property(zooms, fc.nat(), fc.nat(), ({ zoom, whole }, nx, ny) => {
        fc.pre(zoom !== undefined);
        if (!zoom) return;
        const point = imagePoint(nx % zoom.size.width, ny % zoom.size.height);
        const inWindow = imageToWindow(zoom, point);
        expect(contains(zoom.area, inWindow)).toBe(true);
        expect(contains(whole.area, inWindow)).toBe(true);
        expect(windowToImage(zoom, inWindow)).toEqual(point);
      }),
    );
  });

  test('an enlarged crop brings every window pixel back', () => {
    const map: ImageMap = { ...mapWindow(screenRect({ x: 0, y: 0, width: 90, height: 70 })), size: { width: 400, height: 311 } };
    for (let x = 0; x < 90; x++) expect(imageToWindow(map, windowToImage(map, windowPoint(x, x % 70)))).toEqual({ x, y: x % 70 });
  });

  test('zooming outside the image shows nothing', () => {
    const map = mapWindow(screenRect({ x: 0, y: 0, width: 400, height: 300 }), { maxDimension: 100 });
    expect(mapZoom(map, imageRect({ x: 100, y: 0, width: 20, height: 20 }))).toBeUndefined();
  });
});
