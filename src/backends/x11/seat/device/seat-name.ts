/** Masters outlive the process that made them, so their names say whose they are. */
export interface SeatName {
  readonly pid: number;
  /** Kernel start time of that process: a pid alone may belong to somebody else by now. */
  readonly starttime: number;
  readonly number: number;
  /** A shield only holds a focus; it never injects anything. */
  readonly isShield: boolean;
}

const PATTERN = /^offhand-(\d+)-(\d+)-(\d+)(-shield)?$/;

export const formatSeatName = ({ pid, starttime, number, isShield }: SeatName): string =>
  `offhand-${pid}-${starttime}-${number}${isShield ? '-shield' : ''}`;

export function parseSeatName(name: string): SeatName | undefined {
  const [, pid, starttime, number, shield] = PATTERN.exec(name) ?? [];
  if (pid === undefined) return undefined;
  return { pid: Number(pid), starttime: Number(starttime), number: Number(number), isShield: shield !== undefined };
}
