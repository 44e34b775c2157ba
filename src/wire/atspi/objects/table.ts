import { type AtspiBus, getProperty, invokeOne } from '../invoke.js';
import { type AtspiRef, fromWire, isNullRef, type WireRef } from '../ref.js';

export interface TableSize {
  readonly rows: number;
  readonly columns: number;
}

export async function getTableSize(at: AtspiBus, ref: AtspiRef): Promise<TableSize> {
  const [rows, columns] = await Promise.all([
    getProperty<number>(at, ref, 'Table', 'NRows', 'i'),
    getProperty<number>(at, ref, 'Table', 'NColumns', 'i'),
  ]);
  return { rows, columns };
}

export async function getTableCell(at: AtspiBus, ref: AtspiRef, row: number, column: number): Promise<AtspiRef | undefined> {
  const call = { interface: 'Table', member: 'GetAccessibleAt', signature: 'ii', body: [row, column], reply: '(so)' } as const;
  const cell = fromWire(await invokeOne<WireRef>(at, ref, call));
  return isNullRef(cell) ? undefined : cell;
}
