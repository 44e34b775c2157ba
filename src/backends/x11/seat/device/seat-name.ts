/** Masters outlive the process that made them, so their names say whose they are. */
export interface SeatName {
  readonly pid: number;
  /** Kernel start time of that process: a pid alone may belong to somebody else by now. */
  readonly starttime: number;
  readonly number: number;
  readonly role: Role;
}

/** Only a hand injects anything. A shield holds a focus in somebody's window, a sitter one in the root window. */
export type Role = 'hand' | 'shield' | 'sitter';

const PATTERN = /^offhand-(\d+)-(\d+)-(\d+)(?:-(shield|sitter))?$/;

export const formatSeatName = ({ pid, starttime, number, role }: SeatName): string =>
  `offhand-${pid}-${starttime}-${number}${role === 'hand' ? '' : `-${role}`}`;

export function parseSeatName(name: string): SeatName | undefined {
  const [, pid, starttime, number, role = 'hand'] = PATTERN.exec(name) ?? [];
  if (pid === undefined) return undefined;
  return { pid: Number(pid), starttime: Number(starttime), number: Number(number), role: role as Role };
}
