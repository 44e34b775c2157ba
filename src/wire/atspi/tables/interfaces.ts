/** Interfaces an accessible may have, each with its bit in a node's interface mask. */
export const INTERFACE_BITS = {
  Accessible: 1 << 0,
  Action: 1 << 1,
  Application: 1 << 2,
  Collection: 1 << 3,
  Component: 1 << 4,
  Document: 1 << 5,
  EditableText: 1 << 6,
  Hyperlink: 1 << 7,
  Hypertext: 1 << 8,
  Image: 1 << 9,
  Selection: 1 << 10,
  Table: 1 << 11,
  TableCell: 1 << 12,
  Text: 1 << 13,
  Value: 1 << 14,
} as const;

export type InterfaceName = keyof typeof INTERFACE_BITS;

export const ATSPI_PREFIX = 'org.a11y.atspi.';

const byFullName = new Map<string, number>(Object.entries(INTERFACE_BITS).map(([name, bit]) => [ATSPI_PREFIX + name, bit]));

export function interfaceMask(fullNames: readonly string[]): number {
  let mask = 0;
  for (const name of fullNames) mask |= byFullName.get(name) ?? 0;
  return mask;
}

export function hasInterface(mask: number, name: InterfaceName): boolean {
  return (mask & INTERFACE_BITS[name]) !== 0;
}
