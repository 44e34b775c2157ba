import type { Requester } from '../connection/requester.js';
import { ChangeProperty, GetProperty } from './properties.js';

export interface PropertyValue {
  readonly type: number;
  readonly format: number;
  readonly data: Buffer;
}

/** Four megabytes of a property at a time. */
const CHUNK_UNITS = 0x10_0000;

/** The whole value, however long; undefined when the window has no such property. */
export async function readProperty(connection: Requester, window: number, property: number): Promise<PropertyValue | undefined> {
  const parts: Buffer[] = [];
  for (let longOffset = 0; ; longOffset += CHUNK_UNITS) {
    const reply = await connection.request(GetProperty, { window, property, longOffset, longLength: CHUNK_UNITS });
    if (reply.type === 0) return undefined;
    parts.push(reply.data);
    if (reply.bytesAfter === 0)
      return { type: reply.type, format: reply.format, data: parts.length === 1 ? reply.data : Buffer.concat(parts) };
  }
}

/** Numbers of a 32-bit property (CARDINAL, WINDOW, ATOM, INTEGER bits); empty when absent or of another format. */
export function words(value: PropertyValue | undefined): number[] {
  if (value?.format !== 32) return [];
  return Array.from({ length: value.data.length >> 2 }, (_, index) => value.data.readUInt32LE(index * 4));
}

/** Text of an 8-bit property: Latin-1 when its type is STRING, else UTF-8. */
export function textOf(value: PropertyValue | undefined): string | undefined {
  if (value?.format !== 8) return undefined;
  const STRING = 31;
  return value.data.toString(value.type === STRING ? 'latin1' : 'utf8');
}

/** The NUL-separated texts of a property such as WM_CLASS. */
export function texts(value: PropertyValue | undefined): string[] {
  const text = textOf(value);
  return text === undefined ? [] : text.replace(/\0$/, '').split('\0');
}

export async function readWords(connection: Requester, window: number, property: number): Promise<number[]> {
  return words(await readProperty(connection, window, property));
}

export async function readText(connection: Requester, window: number, property: number): Promise<string | undefined> {
  return textOf(await readProperty(connection, window, property));
}

/** A replacing ChangeProperty of 32-bit values. */
export function writeWords(connection: Requester, window: number, property: number, type: number, values: readonly number[]): void {
  const data = Buffer.from(Uint32Array.from(values).buffer);
  connection.send(ChangeProperty, { window, property, type, format: 32, data });
}
