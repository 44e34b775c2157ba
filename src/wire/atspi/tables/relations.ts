/** AT-SPI relation types; the index is the number on the wire. */
export const RELATION_NAMES = [
  'null',
  'label-for',
  'labelled-by',
  'controller-for',
  'controlled-by',
  'member-of',
  'tooltip-for',
  'node-child-of',
  'node-parent-of',
  'extended',
  'flows-to',
  'flows-from',
  'subwindow-of',
  'embeds',
  'embedded-by',
  'popup-for',
  'parent-window-of',
  'description-for',
  'described-by',
  'details',
  'details-for',
  'error-message',
  'error-for',
] as const;

export type RelationName = (typeof RELATION_NAMES)[number];

/** Types newer than the table are named 'extended'. */
export function relationName(type: number): RelationName {
  return RELATION_NAMES[type] ?? 'extended';
}
