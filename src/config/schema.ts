/** Every key of config.json, once: type, default, description, and whether a session may override it in memory. */
import { z } from 'zod';

interface KeyDefinition<T extends z.ZodType = z.ZodType> {
  readonly schema: T;
  readonly default: z.output<T>;
  readonly description: string;
  /** Keys of the machine (ports, limits of the daemon) are the same for all sessions. */
  readonly sessionOverride: boolean;
}

const forSession = <T extends z.ZodType>(schema: T, fallback: z.output<T>, description: string): KeyDefinition<T> => ({
  schema,
  default: fallback,
  description,
  sessionOverride: true,
});

const forMachine = <T extends z.ZodType>(schema: T, fallback: z.output<T>, description: string): KeyDefinition<T> => ({
  ...forSession(schema, fallback, description),
  sessionOverride: false,
});

const integer = (min: number, max: number) => z.int().min(min).max(max);
const fraction = (min: number, max: number) => z.number().min(min).max(max);
const HOUR_MS = 3_600_000;

export const configKeys = {
  capture_scope: forSession(
    z.enum(['window', 'desktop']),
    'window',
    'What calls speak about: "window" needs a pid and works in the background; "desktop" uses true screen pixels.',
  ),
  capture_mode: forSession(
    z.preprocess((mode) => (mode === 'screenshot' ? 'vision' : mode), z.enum(['som', 'ax', 'vision'])),
    'som',
    'Kept for older callers: som, ax or vision ("screenshot" means vision). A call that wants less passes capture_mode itself.',
  ),
  max_image_dimension: forSession(integer(0, 16_384), 1568, 'Longest side of returned images in pixels; 0 returns them unscaled.'),
  image_format: forSession(
    z.enum(['png', 'jpeg', 'webp']),
    'png',
    'Format of returned images; jpeg and webp need the optional package sharp.',
  ),
  image_quality: forSession(integer(1, 100), 80, 'Quality of jpeg and webp images.'),
  snapshot_budget: forSession(integer(0, 1_000_000), 0, 'Tokens a window outline may take when the call names none; 0 sets no limit.'),
  snapshot_max_elements: forSession(integer(1, 100_000), 5000, 'Elements a snapshot reads when the call names no limit.'),
  snapshot_max_depth: forSession(integer(1, 1000), 128, 'Levels of the tree a snapshot reads when the call names no limit.'),
  redact: forSession(
    z.boolean(),
    false,
    'Cover secrets in images and in text before anyone sees them. policy.toml may require it regardless.',
  ),

  overlay: forSession(z.boolean(), true, 'Draw on the screen what the agent does: its cursor and the outline of its targets.'),
  agent_cursor_enabled: forSession(z.boolean(), true, 'Show the agent cursor of sessions.'),
  agent_cursor_start_handle: forSession(fraction(0, 1), 0.3, 'How far the glide leaves along its first direction (0–1 of the way).'),
  agent_cursor_end_handle: forSession(fraction(0, 1), 0.3, 'How far the glide arrives along its last direction (0–1 of the way).'),
  agent_cursor_arc_size: forSession(fraction(0, 1), 0.25, 'How much the glide bends (0 is a straight line).'),
  agent_cursor_arc_flow: forSession(fraction(-1, 1), 0, 'Where the bend lies: −1 near the start, 1 near the end.'),
  agent_cursor_spring: forSession(fraction(0.3, 1), 0.72, 'How the glide settles: 1 stops dead, less overshoots a little.'),
  agent_cursor_glide_ms: forSession(integer(0, 5000), 350, 'Duration of a glide in milliseconds; 0 jumps.'),
  agent_cursor_wait: forSession(z.boolean(), false, 'Let acts wait until the cursor has arrived, for people who watch.'),
  agent_cursor_idle_hide_ms: forSession(integer(0, 600_000), 1500, 'Milliseconds without action after which the cursor hides; 0 keeps it.'),

  polite_mode: forSession(z.boolean(), true, 'Wait while the person types or clicks in the very window an act is meant for.'),
  polite_timeout_ms: forSession(integer(0, 600_000), 5000, 'Longest such wait in milliseconds before the act is refused with person_busy.'),
  lock_timeout_ms: forSession(integer(0, 600_000), 10_000, 'Longest wait for another act on the same window, in milliseconds.'),
  action_timeout_ms: forSession(integer(100, 600_000), 15_000, 'Longest time one act may take, in milliseconds.'),
  // GTK 4 holds a pressed button for 250 ms before it acts.
  reaction_timeout_ms: forSession(
    integer(0, 60_000),
    450,
    'Longest wait for a sign that an act had an effect, in milliseconds; programs that show none, such as games, are driven faster with less.',
  ),
  x11_seat_on_wayland: forMachine(
    z.boolean(),
    false,
    'On a Wayland session, let agents use an own pointer and keyboard in X11 applications (Xwayland). Off by default: Wayland asks the person before a program may send input, and Xwayland does not, so this setting is that consent.',
  ),
  record_video: forSession(z.boolean(), true, 'Add a video to recordings when ffmpeg is installed.'),
  record_typed_text: forSession(z.boolean(), false, 'Keep typed text in recordings instead of its length.'),

  session_ttl_ms: forMachine(integer(1000, 30 * 24 * HOUR_MS), HOUR_MS, 'Idle milliseconds after which a session ends.'),
  max_sessions: forMachine(integer(1, 1000), 64, 'Sessions that may be open at once.'),
  max_seats: forMachine(integer(1, 32), 8, 'Agent pointers and keyboards that may exist at once on a display.'),
  daemon_idle_exit_ms: forMachine(integer(0, 30 * 24 * HOUR_MS), 0, 'Milliseconds without calls after which the daemon stops; 0 keeps it.'),
  http_port: forMachine(integer(0, 65_535), 7373, 'Port of `offhand serve --http`; 0 takes a free one.'),
  approval_timeout_ms: forMachine(integer(1000, 24 * HOUR_MS), 300_000, 'Milliseconds a person has to answer an approval request.'),
} as const satisfies Record<string, KeyDefinition>;

export type ConfigKey = keyof typeof configKeys;
export type Config = { readonly [K in ConfigKey]: z.output<(typeof configKeys)[K]['schema']> };
export type PartialConfig = { readonly [K in ConfigKey]?: Config[K] | undefined };
export type ConfigValue = Config[ConfigKey];

export const isConfigKey = (key: string): key is ConfigKey => Object.hasOwn(configKeys, key);

export const configKeyNames: readonly ConfigKey[] = Object.keys(configKeys).filter(isConfigKey);

export const defaultConfig: Config = Object.freeze(
  // Object.fromEntries forgets which key has which type; each entry comes from that key's own definition.
  Object.fromEntries(configKeyNames.map((key) => [key, configKeys[key].default])) as Config,
);
