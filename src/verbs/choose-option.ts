import type { RoutePlan, Verification } from '../engine/act.js';
import type { Call } from '../engine/call.js';
import { DriverError } from '../errors/driver-error.js';
import type { Pause } from '../kit/pause.js';
import { type ElementDetail, hasState } from '../model/element.js';
import type { Gesture, GestureStep } from '../model/gesture.js';
import type { Window } from '../model/window.js';
import { isOutOfSight } from '../snapshot/meaningful.js';
import { selectInPage } from './page/select-in-page.js';
import { accessibilityRoute, clickPoint, gestureRoute, pressAt } from './routes.js';
import { expectElement, readElement } from './verification.js';

interface ChooseRequest {
  readonly window: Window;
  readonly element: ElementDetail;
  readonly value: string;
}

const OPTION_ROLES = new Set(['option', 'menuitem', 'listitem', 'cell', 'tab', 'treeitem', 'text', 'row']);

/** One of the options of a combo box, list or tab list, by its label. */
export async function chooseOption(
  call: Call,
  { window, element, value }: ChooseRequest,
): Promise<{ routes: RoutePlan[]; verification: Verification }> {
  const backend = await call.backend();
  const { access } = backend;
  const options = await optionsOf(call, window, element.key);
  const option = pick(options, value);
  if (!option) {
    throw new DriverError('element_not_found', `${element.role} "${element.name}" has no option "${value}".`, {
      candidates: options.slice(0, 20).map(({ name }) => name),
    });
  }
  const inPage = await selectInPage(call, window, element, option.name);
  // A combo box shows what was chosen as its own text, but for those in pages.
  const showsChoice = element.role === 'combobox' && element.inWebContent !== true;
  const inTree = expectElement(call, window, showsChoice ? element.key : option.key, (now) => {
    const shows = showsChoice ? (now.value ?? now.name) === option.name || now.name === option.name : hasState(now, 'selected');
    return shows ? `"${option.name}" is selected` : undefined;
  });
  return {
    routes: [
      accessibilityRoute(
        element.abilities.includes('select_child')
          ? undefined
          : `${element.role} "${element.name}" takes no selection through accessibility`,
        (signal) => access.select(element.key, option.key, signal),
      ),
      ...(inPage ? [inPage.route] : []),
      gestureRoute(call, backend, window, 'background', () =>
        chooseByKeys(window, element, options.indexOf(option), listIsOpen(call, window, element, option)),
      ),
    ],
    verification: inPage?.verification ?? inTree,
  };
}

/** Toolkits show the list of a combo box some time after the click; one that does not tell is given this long. */
const POPUP_MS = 600;

/** Opens the list and walks it with the arrow keys, which every toolkit understands. */
function chooseByKeys(window: Window, element: ElementDetail, index: number, isOpen: Pause['until']): Gesture {
  const tap = (key: string): GestureStep[] => [
    { kind: 'key_down', key },
    { kind: 'key_up', key },
  ];
  const opened = pressAt(window, clickPoint(window, element));
  const walk = [...tap('home'), ...Array.from({ length: index }, () => tap('down')).flat(), ...tap('enter')];
  return { ...opened, mayOpenPopup: true, steps: [...opened.steps, { kind: 'pause', ms: POPUP_MS, until: isOpen }, ...walk] };
}

/** Told by the box itself, or by an option that has come into sight. */
function listIsOpen(call: Call, window: Window, element: ElementDetail, option: ElementDetail): (signal: AbortSignal) => Promise<boolean> {
  const [box, shown] = [element.key, option.key].map((key) => readElement(call, window, key));
  return async (signal) => {
    const [now, seen] = await Promise.all([box?.(signal), shown?.(signal)]);
    return (now !== undefined && hasState(now, 'expanded')) || (seen !== undefined && seen.frame !== null && !isOutOfSight(seen));
  };
}

function pick(options: readonly ElementDetail[], value: string): ElementDetail | undefined {
  const wanted = value.trim().toLowerCase();
  return options.find(({ name }) => name === value) ?? options.find(({ name }) => name.trim().toLowerCase() === wanted);
}

/** Options may sit inside a menu or list inside the combo box. */
async function optionsOf(call: Call, window: Window, key: string): Promise<ElementDetail[]> {
  const { access } = await call.backend();
  const found: ElementDetail[] = [];
  let level = [...(await access.children(key, window, call.signal))];
  for (let depth = 0; depth < 4 && level.length > 0; depth++) {
    found.push(...level.filter(({ role, name }) => OPTION_ROLES.has(role) && name !== ''));
    if (found.length > 0) return found;
    level = (await Promise.all(level.map((child) => access.children(child.key, window, call.signal)))).flat();
  }
  return found;
}
