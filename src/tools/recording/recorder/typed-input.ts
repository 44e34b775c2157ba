/** The arguments of a call as they are written: typed text becomes a variable, keys pressed in a password field vanish. */

import type { TypedText } from '../../../recording/typed-text.js';
import type { Snapshot, SnapshotNode } from '../../../snapshot/snapshot.js';
import { isPassword, typedFields } from './arguments.js';
import type { OpenTurn } from './open-turn.js';

export interface WrittenInput {
  readonly input: Record<string, unknown>;
  readonly variables: string[];
  readonly hidesKeys: boolean;
  /** The field that text went into which is not kept. */
  readonly hiddenField: SnapshotNode | undefined;
}

const keyFields: ReadonlySet<string> = new Set(['key', 'keys']);
const textRoles: ReadonlySet<string> = new Set(['textfield', 'textarea', 'passwordfield', 'searchfield', 'spinbutton', 'editor']);

export function writtenInput(open: OpenTurn, turn: number, typed: TypedText): WrittenInput {
  const field = typingField(open);
  const hidesKeys =
    open.act?.combos?.some(({ key }) => [...key].length === 1) === true && (field === undefined ? false : isPassword(field));
  const variables: string[] = [];
  let hiddenField: SnapshotNode | undefined;
  const { session: _session, desktop: _desktop, ...given } = open.input;
  const entries = Object.entries(given).map(([name, value]): [string, unknown] => {
    if (hidesKeys && keyFields.has(name)) return [name, '[redacted]'];
    if (typeof value !== 'string' || !isTyped(open, name, field)) return [name, typed.scrubAll(value)];
    const { written, variable } = typed.learn({
      text: value,
      label: field?.label ?? open.act?.element?.name ?? '',
      field: `${open.window?.id ?? 0} ${field?.element.key ?? ''}`,
      secret: field !== undefined && isPassword(field),
      isShown: open.before?.snapshot?.nodes.some(({ label }) => label === value) ?? false,
      turn,
    });
    if (variable !== undefined) variables.push(variable);
    if (written !== value) hiddenField = field;
    return [name, written];
  });
  return { input: Object.fromEntries(entries), variables, hidesKeys, hiddenField };
}

/** Text is typed wherever it goes; a value only into something that holds text: an option or "off" is no secret. */
function isTyped({ call }: OpenTurn, name: string, field: SnapshotNode | undefined): boolean {
  if (call.tool.effect !== 'act' || !typedFields.some((each) => each === name)) return false;
  return name === 'text' || field === undefined || textRoles.has(field.role) || field.states.includes('editable');
}

/** What receives the text: the element named, else the one with the caret. */
function typingField({ act, before, call, window }: OpenTurn): SnapshotNode | undefined {
  const seen = window && call.session.knownWindow(window.pid ?? 0, window.id)?.latest;
  const snapshots = [before?.snapshot, seen].filter((each): each is Snapshot => each !== undefined);
  const key = act?.element?.key;
  const find = (fits: (node: SnapshotNode) => boolean) => snapshots.map(({ nodes }) => nodes.find(fits)).find((node) => node !== undefined);
  return key === undefined ? find(({ states }) => states.includes('focused')) : find(({ element }) => element.key === key);
}
