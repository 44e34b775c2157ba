import type { Signature as LiveSignature } from '../snapshot/signature.js';
import type { Signature } from './format.js';

/** A signature as the file keeps it: the same facts, as plain arrays and objects. */
export const toRecord = ({ role, label, ancestors, near, position }: LiveSignature): Signature => ({
  role,
  label,
  ancestors: ancestors.map((each) => ({ role: each.role, label: each.label })),
  near: { before: near.before, after: near.after },
  position: { ordinal: position.ordinal, count: position.count, at: position.at && { x: position.at.x, y: position.at.y } },
});
