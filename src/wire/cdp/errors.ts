/** The browser answered a command with an error. */
export class CdpError extends Error {
  override readonly name = 'CdpError';
  constructor(
    readonly method: string,
    readonly code: number,
    message: string,
  ) {
    super(`${method}: ${message}`);
  }
}

export class CdpTimeout extends Error {
  override readonly name = 'CdpTimeout';
  constructor(
    readonly method: string,
    timeoutMs: number,
  ) {
    super(`${method} was not answered within ${timeoutMs} ms`);
  }
}

/** The connection or the session of a target ended, now or before. */
export class CdpClosed extends Error {
  override readonly name = 'CdpClosed';
}

/** Nothing usable listens there. */
export class CdpConnectError extends Error {
  override readonly name = 'CdpConnectError';
}
