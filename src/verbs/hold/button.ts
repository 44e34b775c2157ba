import type { Act, RoutePlan } from '../../engine/act.js';
import type { Call } from '../../engine/call.js';
import { DriverError } from '../../errors/driver-error.js';
import type { ElementDetail } from '../../model/element.js';
import type { WindowPoint } from '../../model/geometry.js';
import type { Button, Gesture, GestureStep } from '../../model/gesture.js';
import type { Window } from '../../model/window.js';
import { recheckTarget } from '../recheck.js';
import { clickPoint, gestureRoute, windowCenter } from '../routes.js';
import { expectChange } from '../verification.js';
import { heldIn } from './held.js';

export interface ButtonRequest {
  readonly window: Window;
  readonly element?: ElementDetail | undefined;
  readonly point?: WindowPoint | undefined;
  readonly button: Button;
}

/** Presses a button and leaves it down: move_cursor then drags, mouse_button_up releases. */
export async function buttonDown(call: Call, request: ButtonRequest): Promise<Act> {
  const { button, window } = request;
  const { heldButtons } = call.session;
  const where = await heldIn(call);
  if (heldButtons.has(button) || (where !== undefined && where !== window.id)) {
    throw new DriverError('button_held', `The ${[...heldButtons.keys()].join(' and ')} mouse button is held down already.`, {
      window_id: where ?? window.id,
    });
  }
  return buttonAct(call, 'mouse_button_down', request, { kind: 'press', button }, () => void heldButtons.set(button, window.id));
}

/** Without a place the button comes up where the pointer is. */
export async function buttonUp(call: Call, request: ButtonRequest): Promise<Act> {
  const { heldButtons } = call.session;
  if ((await heldIn(call)) !== request.window.id || !heldButtons.has(request.button)) {
    throw new DriverError('not_held', `The ${request.button} mouse button is not held down in window ${request.window.id}.`);
  }
  const forget = () => void heldButtons.delete(request.button);
  return buttonAct(call, 'mouse_button_up', request, { kind: 'release', button: request.button }, forget);
}

async function buttonAct(call: Call, verb: string, request: ButtonRequest, step: GestureStep, done: () => void): Promise<Act> {
  const { window, element, point } = request;
  const backend = await call.backend();
  const hold = step.kind === 'press' ? 'down' : 'up';
  const gesture = (): Gesture => {
    const at = point ?? (element ? clickPoint(window, element) : hold === 'down' ? windowCenter(window) : undefined);
    const steps: GestureStep[] = at ? [{ kind: 'move', to: at }, step] : [step];
    return { windowId: window.id, anchor: at ?? windowCenter(window), mayOpenPopup: true, hold, steps };
  };
  return {
    verb,
    window,
    element,
    point,
    delivery: 'background',
    routes: [after(gestureRoute(call, backend, window, 'background', gesture), done)],
    verification: expectChange(call, window, element?.key, 'unverifiable'),
    recheck: recheckTarget(call, window, element),
  };
}

/** The session knows what it holds as soon as it was delivered, or as it was refused after the button came up. */
export const after = (plan: RoutePlan, done: () => void): RoutePlan => ({
  ...plan,
  async deliver(signal) {
    try {
      const delivered = await plan.deliver(signal);
      done();
      return delivered;
    } catch (error) {
      if (error instanceof DriverError && error.details?.released === true) done();
      throw error;
    }
  },
});
