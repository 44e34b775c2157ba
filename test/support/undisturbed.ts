// Decides from a sentinel's report whether the person was left alone.
import { AssertionError } from 'node:assert';
import type { Line } from './parts/line-process.js';
import type { SentinelReport } from './sentinel.js';

const personDevices = [2, 3];

/** Monitor lines that mean the person lost something, and what that is. */
const changeMeanings: Readonly<Record<string, string>> = {
  focus: 'keyboard focus moved',
  active: 'active window changed',
  'active-notify': 'active window was set',
  stacking: 'window order changed',
  'client-order': 'window order changed',
  pointer: 'pointer moved',
  locks: 'keyboard locks changed',
  latches: 'keyboard latches changed',
  layout: 'keyboard layout changed',
  primary: 'selection changed owner',
  clipboard: 'clipboard changed owner',
  'selection-notify': 'selection or clipboard was taken',
};

/** Properties of the person's window: when they used it, and which of its edges can be pulled, which mutter writes late after its start. */
const harmless: ReadonlySet<string> = new Set(['_NET_WM_USER_TIME', '_GTK_EDGE_CONSTRAINTS']);

/** State that must be the same at the end as at the start. */
const keptFields = [
  'focus',
  'active',
  'primary',
  'clipboard',
  'locks',
  'latches',
  'layout',
  'buttons',
  'inputShapes',
  'keymapHash',
  'repeat',
  'repeatHash',
  'saverTimeout',
  'saver',
] as const;

/** Each way the person was disturbed, as a line to read; empty when there was none. */
export function disturbances(report: SentinelReport): string[] {
  return [...fromMonitor(report), ...fromWindow(report), ...fromTyping(report), ...fromMarks(report), ...fromEndState(report)];
}

export interface Allowed {
  /** Disturbances whose text matches one of these are expected and do not count. */
  allow?: readonly RegExp[];
}

export function expectUndisturbed(report: SentinelReport, { allow = [] }: Allowed = {}): void {
  const found = disturbances(report).filter((line) => !allow.some((pattern) => pattern.test(line)));
  if (found.length > 0)
    throw new AssertionError({ message: `the person was disturbed:\n${found.join('\n')}`, actual: found, expected: [] });
}

function fromMonitor({ changes, window }: SentinelReport): string[] {
  return changes.flatMap((change) => {
    const meaning = changeMeanings[change.type];
    if (meaning) return [`${meaning}: ${detail(change)}`];
    if (change.type === 'keymap' && change.device === 3) return [`keymap changed: ${detail(change)}`];
    if (change.type === 'window-state' && change.window === window) return [`state of the person's window changed: ${detail(change)}`];
    if (change.type === 'window-state' && detail(change).includes('DEMANDS_ATTENTION'))
      return [`a window demands attention: ${detail(change)}`];
    return [];
  });
}

const inputTypes = ['key-press', 'key-release', 'button-press', 'button-release', 'motion'];

function fromWindow({ events }: SentinelReport): string[] {
  return events.flatMap((event) => {
    if (event.sent && event.type !== 'configure') return [`synthetic event: ${detail(event)}`];
    if (event.protocol === 'xi2' && !personDevices.includes(Number(event.device))) return [`event of another device: ${detail(event)}`];
    if (inputTypes.includes(event.type)) return [];
    if (event.type === 'property') return harmless.has(String(event.atom)) ? [] : [`property changed: ${detail(event)}`];
    if (event.type === 'mapping') return [];
    return [`${event.type} on the person's window: ${detail(event)}`];
  });
}

function fromTyping({ sentText, receivedText, events, sentClicks }: SentinelReport): string[] {
  const clicks = events.filter((event) => event.type === 'button-press' && event.device === personDevices[0]).length;
  return [
    ...(sentText === receivedText ? [] : [`typed text differs: sent ${tail(sentText)}, received ${tail(receivedText)}`]),
    ...(clicks <= sentClicks ? [] : [`clicks the person did not make: ${clicks - sentClicks}`]),
  ];
}

/** A mark that is taken away at once is one line, a mark that stays is two. */
function fromMarks({ changes }: SentinelReport): string[] {
  const last = new Map(changes.flatMap((change) => (change.type === 'window-state' ? [[change.window, detail(change)] as const] : [])));
  return [...last.values()].flatMap((state) => (state.includes('DEMANDS_ATTENTION') ? [`a mark stayed: ${state}`] : []));
}

function fromEndState({ before, after, windowManagerAlive }: SentinelReport): string[] {
  const changed: string[] = keptFields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  // The person who types may have had one down at the beginning, and has none at the end.
  if (Number(after.keysDown) > Number(before.keysDown)) changed.push('keysDown');
  return [
    ...changed.map((field) => `${field} is not what it was: ${JSON.stringify(before[field])} → ${JSON.stringify(after[field])}`),
    ...(windowManagerAlive ? [] : ['the window manager died']),
  ];
}

function detail({ at, ...rest }: Line): string {
  return `${JSON.stringify(rest)} at ${at}`;
}

function tail(text: string): string {
  return `${text.length} characters ending ${JSON.stringify(text.slice(-30))}`;
}
