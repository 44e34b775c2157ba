/** An error reply, or an error this client reports in the same shape; `errorName` is the D-Bus error name. */
export class DBusError extends Error {
  override readonly name = 'DBusError';
  constructor(
    readonly errorName: string,
    message: string,
  ) {
    super(message);
  }
}

export class DBusTimeout extends Error {
  override readonly name = 'DBusTimeout';
  constructor(
    readonly what: string,
    readonly destination: string | undefined,
    readonly timeoutMs: number,
  ) {
    super(`${what} of ${destination ?? 'the bus'} did not answer within ${timeoutMs} ms`);
  }
}

export class DBusClosed extends Error {
  override readonly name = 'DBusClosed';
}

/** Bytes or values that break the D-Bus specification. */
export class DBusProtocolError extends Error {
  override readonly name = 'DBusProtocolError';
}

export class DBusConnectError extends Error {
  override readonly name = 'DBusConnectError';
}
