// Acts in one window until killed; a line on stdout for every act begun.
import { openSeats } from '../../../src/backends/x11/seat/seats.js';
import { windowPoint } from '../../../src/model/geometry.js';
import type { GestureStep } from '../../../src/model/gesture.js';

const [display = '', windowId = '', widgetText = '{}', journalDir = '', guardianProgram, mode] = process.argv.slice(2);
const widgets = JSON.parse(widgetText) as Record<string, { x: number; y: number; width: number; height: number }>;
const seats = openSeats({ display, xauthority: undefined }, { maxSeats: 1, journalDir, guardianProgram });

function middle(name: string, dx = 0) {
  const { x = 0, y = 0, width = 0, height = 0 } = widgets[name] ?? {};
  return windowPoint(x + (width >> 1) + dx, y + (height >> 1));
}

const press = { kind: 'press', button: 'left' } as const satisfies GestureStep;
const release = { kind: 'release', button: 'left' } as const satisfies GestureStep;
const moves = [5, 10, 15, 20, 25, 30].flatMap((dx): GestureStep[] => [
  { kind: 'pause', ms: 5 },
  { kind: 'move', to: middle('canvas', dx) },
]);
const gestures: readonly GestureStep[][] = [
  [{ kind: 'move', to: middle('check') }, press, release],
  [{ kind: 'move', to: middle('canvas') }, press, ...moves, release],
  [
    { kind: 'key_down', key: 'shift' },
    { kind: 'pause', ms: 20 },
    { kind: 'key_up', key: 'shift' },
  ],
  [{ kind: 'move', to: middle('entry') }, press, release, { kind: 'text', text: 'hello ', delayMs: 3 }],
];

const perform = (steps: readonly GestureStep[], hold?: 'down') =>
  seats.perform(
    'agent',
    { windowId: Number(windowId), anchor: windowPoint(20, 20), mayOpenPopup: true, hold, steps },
    AbortSignal.timeout(10_000),
  );

if (mode === 'holding') {
  await perform([{ kind: 'key_down', key: 'shift' }], 'down');
  await perform([{ kind: 'move', to: middle('canvas') }, press], 'down');
  console.log('held');
  await new Promise((resolve) => setTimeout(resolve, 600_000)); // until killed
}

if (mode === 'in a menu') {
  await perform([
    { kind: 'move', to: middle('context') },
    { ...press, button: 'right' },
    { ...release, button: 'right' },
  ]);
  console.log('opened');
  await new Promise((resolve) => setTimeout(resolve, 600_000)); // until killed
}

if (mode === 'in front') {
  const held: GestureStep[] = [{ kind: 'key_down', key: 'shift' }, press, ...moves, { kind: 'pause', ms: 600_000 }, release];
  const gesture = { windowId: Number(windowId), anchor: middle('canvas'), mayOpenPopup: true };
  await seats.performInForeground({ ...gesture, steps: [{ kind: 'move', to: middle('canvas') }, ...held] }, AbortSignal.timeout(600_000));
}

if (mode === 'dropping') {
  const stays = Array.from({ length: 60 }, (_, index): GestureStep[] => [
    { kind: 'pause', ms: 25 },
    { kind: 'move', to: middle('target', index % 2) },
  ]);
  const begin = [4, 8, 12, 16, 20].map((dx): GestureStep => ({ kind: 'move', to: middle('source', dx) }));
  await perform([{ kind: 'move', to: middle('source') }, press, ...begin, ...stays.flat(), release]);
  console.log('dropped');
  await new Promise((resolve) => setTimeout(resolve, 600_000)); // until killed
}

for (let act = 0; ; act++) {
  console.log(act);
  await perform(gestures[act % gestures.length] ?? []);
}
