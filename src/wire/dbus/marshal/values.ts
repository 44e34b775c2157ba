/** y n q i u d h are numbers, x t bigints, ay a Uint8Array, a{..} a Map, structs and other arrays are arrays. */
export type DBusValue =
  | number
  | bigint
  | string
  | boolean
  | Uint8Array
  | Variant
  | readonly DBusValue[]
  | ReadonlyMap<DBusValue, DBusValue>;

export class Variant {
  constructor(
    readonly signature: string,
    readonly value: DBusValue,
  ) {}
}
