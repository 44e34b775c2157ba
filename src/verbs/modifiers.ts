import type { GestureStep } from '../model/gesture.js';

/** The steps with modifier keys held around them, released in reverse. */
export function holding(modifiers: readonly string[], steps: readonly GestureStep[]): GestureStep[] {
  return [
    ...modifiers.map((key): GestureStep => ({ kind: 'key_down', key })),
    ...steps,
    ...[...modifiers].reverse().map((key): GestureStep => ({ kind: 'key_up', key })),
  ];
}
