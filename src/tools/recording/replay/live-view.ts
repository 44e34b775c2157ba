/** The living window as the recording would have written it, so that the two can be compared. */
import type { Call } from '../../../engine/call.js';
import { type Observation, observeWindow } from '../../../engine/observe.js';
import type { Window } from '../../../model/window.js';
import type { Signature } from '../../../recording/format.js';
import { substitute } from '../../../recording/typed-text.js';
import { redactText } from '../../../redaction/secret-patterns.js';
import type { Snapshot, SnapshotNode } from '../../../snapshot/snapshot.js';

export type Variables = ReadonlyMap<string, string>;

/** Recorded text with variables filled in; secrets on both sides look the same. */
export const expectedText = (text: string, variables: Variables): string => redactText(substitute(text, variables)).text;

export const liveText = (text: string): string => redactText(text).text;

export function expectedSignature(signature: Signature, variables: Variables): Signature {
  const fill = (text: string): string => expectedText(text, variables);
  return {
    ...signature,
    label: fill(signature.label),
    ancestors: signature.ancestors.map(({ role, label }) => ({ role, label: fill(label) })),
    near: {
      before: signature.near.before === null ? null : fill(signature.near.before),
      after: signature.near.after === null ? null : fill(signature.near.after),
    },
  };
}

export function comparable(snapshot: Snapshot): Snapshot {
  const nodes = snapshot.nodes.map((node): SnapshotNode => {
    const label = liveText(node.label);
    return label === node.label ? node : { ...node, label };
  });
  const byIndex = new Map(nodes.flatMap((node) => (node.index === undefined ? [] : [[node.index, node] as const])));
  return { ...snapshot, nodes, byIndex };
}

export function look(call: Call, window: Window, withPicture: boolean): Promise<Observation> {
  return observeWindow(call, window, {
    tree: true,
    image: withPicture,
    maxElements: call.setting('snapshot_max_elements'),
    maxDepth: call.setting('snapshot_max_depth'),
    maxDimension: call.setting('max_image_dimension'),
  });
}
