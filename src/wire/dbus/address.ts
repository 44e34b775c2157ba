import { DBusConnectError } from './errors.js';

export interface BusAddress {
  readonly transport: string;
  readonly options: ReadonlyMap<string, string>;
}

/** `unix:path=/a,guid=…;unix:abstract=…` in order of preference. */
export function parseAddresses(text: string): BusAddress[] {
  return text
    .split(';')
    .filter((entry) => entry.trim() !== '')
    .map(parseAddress);
}

function parseAddress(entry: string): BusAddress {
  const colon = entry.indexOf(':');
  if (colon <= 0) throw new DBusConnectError(`'${entry}' is no D-Bus address`);
  const options = new Map<string, string>();
  for (const pair of entry.slice(colon + 1).split(',')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    if (equals <= 0) throw new DBusConnectError(`'${pair}' in D-Bus address '${entry}' is no key=value`);
    options.set(pair.slice(0, equals), unescapeValue(pair.slice(equals + 1), entry));
  }
  return { transport: entry.slice(0, colon).trim(), options };
}

function unescapeValue(value: string, entry: string): string {
  try {
    return decodeURIComponent(value);
  } catch (cause) {
    throw new DBusConnectError(`bad escape in D-Bus address '${entry}'`, { cause });
  }
}

/** The path to give to `net.connect`, or an error that says why this address cannot be used here. */
export function socketPath({ transport, options }: BusAddress): string {
  if (transport !== 'unix') throw new DBusConnectError(`D-Bus transport '${transport}:' is not supported, only 'unix:'`);
  const path = options.get('path');
  if (path !== undefined) return path;
  const abstract = options.get('abstract');
  if (abstract === undefined) throw new DBusConnectError("a 'unix:' D-Bus address needs path= or abstract=");
  if (Number.parseInt(process.versions.node, 10) < 22) {
    throw new DBusConnectError(`abstract D-Bus socket '${abstract}' needs Node 22 or newer (this is ${process.versions.node})`);
  }
  return `\0${abstract}`;
}
