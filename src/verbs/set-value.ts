/** Brings an element to a value whatever kind it is: text, number, on/off, or one of its options. */
import type { Act, RoutePlan, Verification } from '../engine/act.js';
import type { Call } from '../engine/call.js';
import { DriverError } from '../errors/driver-error.js';
import { type ElementDetail, hasState } from '../model/element.js';
import type { Gesture, GestureStep } from '../model/gesture.js';
import type { Window } from '../model/window.js';
import { chooseOption } from './choose-option.js';
import { holding } from './modifiers.js';
import { readBackInPage } from './page/readback.js';
import { pageRoutes } from './page/routes.js';
import { recheckTarget } from './recheck.js';
import { accessibilityRoute, clickPoint, gestureRoute, pressAt } from './routes.js';
import { expectElement } from './verification.js';

export interface SetValueRequest {
  readonly window: Window;
  readonly element: ElementDetail;
  readonly value: string;
}

interface Setting {
  readonly routes: readonly RoutePlan[];
  readonly verification: Verification;
}

export async function setValue(call: Call, request: SetValueRequest): Promise<Act> {
  const { window, element } = request;
  if (hasState(element, 'disabled') || hasState(element, 'read_only')) {
    throw new DriverError(
      'action_unsupported',
      `${element.role} "${element.name}" is ${hasState(element, 'disabled') ? 'disabled' : 'read-only'}.`,
    );
  }
  const { routes, verification } = await settingFor(call, request);
  return {
    verb: 'set_value',
    window,
    element,
    text: request.value,
    delivery: 'background',
    routes,
    verification,
    recheck: recheckTarget(call, window, element),
  };
}

async function settingFor(call: Call, request: SetValueRequest): Promise<Setting> {
  const { element } = request;
  if (hasState(element, 'checkable')) return setChecked(call, request);
  if (element.role === 'combobox' || element.role === 'listbox' || element.role === 'tablist') {
    if (!element.abilities.includes('set_text')) return chooseOption(call, request);
  }
  if (element.range && element.abilities.includes('set_number')) return setNumber(call, request, element.range);
  if (element.abilities.includes('set_text') || hasState(element, 'editable')) return setText(call, request);
  throw new DriverError('action_unsupported', `${element.role} "${element.name}" has no value that can be set.`, {
    actions: element.actions,
  });
}

async function setText(call: Call, { window, element, value }: SetValueRequest): Promise<Setting> {
  const backend = await call.backend();
  const length = [...value].length;
  const gesture = () => retype(window, element, value);
  const closed = element.abilities.includes('set_text')
    ? undefined
    : `${element.role} "${element.name}" takes no text through accessibility`;
  return {
    routes: [
      accessibilityRoute(closed, (signal) => backend.access.setText(element.key, value, signal)),
      ...(await pageRoutes(call, { window, element, gesture })),
      gestureRoute(call, backend, window, 'background', gesture),
    ],
    verification: readBackInPage(call, window, element, {
      holds: (field) =>
        (field.text ?? value) === value && field.length === value.length ? `the text is as asked (${length} characters)` : undefined,
      tree: expectElement(call, window, element.key, (now) => {
        if (hasState(now, 'password')) return now.characterCount === length ? `${length} characters are set` : undefined;
        return (now.text ?? now.value) === value ? `the text is as asked (${length} characters)` : undefined;
      }),
    }),
  };
}

const MOST_BACKSPACES = 500;

/** As a person would: into the field, to its end, back to its start and typed anew. Selecting instead would take the person's selection. */
function retype(window: Window, element: ElementDetail, text: string): Gesture {
  const click = pressAt(window, clickPoint(window, element));
  const press = (key: string): GestureStep[] => [
    { kind: 'key_down', key },
    { kind: 'key_up', key },
  ];
  const length = element.characterCount ?? [...(element.text ?? element.value ?? '')].length;
  if (length > MOST_BACKSPACES)
    throw new DriverError('action_unsupported', `${element.role} "${element.name}" holds too much text to be typed over.`);
  const emptied = [...holding(['ctrl'], press('end')), ...Array.from({ length }, () => press('backspace')).flat()];
  const typed: GestureStep[] = text === '' ? [] : [{ kind: 'text', text, delayMs: 0 }];
  return { ...click, steps: [...click.steps, ...emptied, ...typed] };
}

async function setNumber(call: Call, { window, element, value }: SetValueRequest, range: { min: number; max: number }): Promise<Setting> {
  const { access } = await call.backend();
  const number = Number(value.trim().replace(',', '.'));
  if (value.trim() === '' || !Number.isFinite(number))
    throw new DriverError('invalid_input', `value: "${value}" is not a number; ${element.role} takes ${range.min} to ${range.max}.`);
  if (number < range.min || number > range.max)
    throw new DriverError('invalid_input', `value: ${number} is outside ${range.min} to ${range.max}.`, { ...range });
  const step = Math.max((range.max - range.min) / 1000, 1e-9);
  return {
    routes: [accessibilityRoute(undefined, (signal) => access.setNumber(element.key, number, signal))],
    verification: expectElement(call, window, element.key, (now) =>
      now.range && Math.abs(now.range.current - number) <= step ? `the value is ${now.range.current}` : undefined,
    ),
  };
}

const ON = new Set(['true', 'on', 'yes', '1', 'checked', 'pressed', 'selected']);
const OFF = new Set(['false', 'off', 'no', '0', 'unchecked', 'released', 'unselected']);

async function setChecked(call: Call, { window, element, value }: SetValueRequest): Promise<Setting> {
  const backend = await call.backend();
  const { access } = backend;
  const wanted = value.trim().toLowerCase();
  if (!ON.has(wanted) && !OFF.has(wanted))
    throw new DriverError('invalid_input', `value: "${value}" is neither on nor off; pass true or false.`);
  const isOn = (detail: ElementDetail): boolean => hasState(detail, 'checked') || hasState(detail, 'pressed');
  const target = ON.has(wanted);
  const reached = expectElement(call, window, element.key, (now) =>
    isOn(now) === target ? `${now.role} "${now.name}" is ${target ? 'on' : 'off'}` : undefined,
  );
  if (isOn(element) === target) {
    const nothingToDo = accessibilityRoute(undefined, async () => {});
    return { routes: [nothingToDo], verification: reached };
  }
  return {
    routes: [
      accessibilityRoute(element.actions.includes('press') ? undefined : `${element.role} "${element.name}" offers no action`, (signal) =>
        access.act(element.key, 'press', signal),
      ),
      gestureRoute(call, backend, window, 'background', () => pressAt(window, clickPoint(window, element))),
    ],
    verification: reached,
  };
}
