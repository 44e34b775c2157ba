/**
 * Agent hosts start servers with a bare environment: some leave out DISPLAY, others whatever sounds like a credential, as
 * XAUTHORITY does. Where the person's desktop and settings are is then read from the host's own environment, or from whoever started it.
 */
type Variables = Readonly<Record<string, string | undefined>>;

/** Where the desktop is, and which settings and policy are the person's. Nothing secret. */
const names = [
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'DBUS_SESSION_BUS_ADDRESS',
  'AT_SPI_BUS_ADDRESS',
  'XDG_RUNTIME_DIR',
  'XDG_SESSION_TYPE',
  'XDG_CURRENT_DESKTOP',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'XDG_STATE_HOME',
  'OFFHAND_HOME',
  'OFFHAND_DESKTOP',
  'OFFHAND_SESSION',
] as const;

/** Two processes that name different ones belong to different desktops or homes. */
const places = ['DISPLAY', 'OFFHAND_HOME', 'XDG_RUNTIME_DIR'] as const;

/** What is missing of these in `own`, taken from the nearest ancestor of the same place; a variable set empty is not missing. */
export function missingDesktopVariables(own: Variables, ancestors: Iterable<Variables>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const ancestor of ancestors) {
    const known: Variables = { ...found, ...own };
    const isElsewhere = places.some((name) => known[name] && ancestor[name] && known[name] !== ancestor[name]);
    if (isElsewhere) continue;
    for (const name of names) {
      const value = ancestor[name];
      if (value && known[name] === undefined) found[name] = value;
    }
  }
  return found;
}
