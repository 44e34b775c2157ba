export interface SessionBusHints {
  /** The environment of the session, given by whoever may read it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly uid?: number;
}

/** Addresses where the session bus may be, best first; which of them answers is for the caller to try. */
export function findSessionBus({ env, uid }: SessionBusHints): string[] {
  const candidates = [
    env.DBUS_SESSION_BUS_ADDRESS,
    env.XDG_RUNTIME_DIR ? unixPath(`${env.XDG_RUNTIME_DIR}/bus`) : undefined,
    uid === undefined ? undefined : unixPath(`/run/user/${uid}/bus`),
  ];
  return [...new Set(candidates.filter((address): address is string => address !== undefined && address !== ''))];
}

/** Everything outside the specification's optionally-escaped set is written as %xx. */
function unixPath(path: string): string {
  const escaped = Buffer.from(path).reduce((text, byte) => {
    const character = String.fromCharCode(byte);
    return text + (/[-0-9A-Za-z_/.\\*]/.test(character) ? character : `%${byte.toString(16).padStart(2, '0')}`);
  }, '');
  return `unix:path=${escaped}`;
}
