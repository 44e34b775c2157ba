/** The only reader of process.env: everything else gets a typed value or an explicit child environment. */
import { ancestorEnvironments } from '../kit/process-info.js';
import { missingDesktopVariables } from './desktop-variables.js';

export interface Environment {
  readonly display: string | undefined;
  readonly xauthority: string | undefined;
  readonly waylandDisplay: string | undefined;
  readonly sessionBus: string | undefined;
  readonly a11yBus: string | undefined;
  readonly sessionType: string | undefined;
  readonly currentDesktop: string | undefined;
  readonly home: string;
  readonly offhandHome: string | undefined;
  readonly xdgConfigHome: string | undefined;
  readonly xdgDataHome: string | undefined;
  readonly xdgStateHome: string | undefined;
  readonly xdgRuntimeDir: string | undefined;
  readonly xdgDataDirs: readonly string[];
  readonly tmpDir: string;
  readonly path: string;
  readonly user: string | undefined;
  readonly shell: string | undefined;
  readonly lang: string | undefined;
  readonly term: string | undefined;
  readonly noColor: boolean;
  readonly forceColor: boolean;
  readonly ci: boolean;
  /** OFFHAND_DEBUG: a log level, or 1 for all of them. */
  readonly debug: string | undefined;
  /** Names the private desktop to use (OFFHAND_DESKTOP). */
  readonly desktop: string | undefined;
  /** Session id for CLI calls (OFFHAND_SESSION). */
  readonly session: string | undefined;
  /** Bearer token for the HTTP server (OFFHAND_HTTP_TOKEN). */
  readonly httpToken: string | undefined;
  /** Keys of model providers; read nowhere else and never stored. */
  readonly anthropicApiKey: string | undefined;
  readonly openaiApiKey: string | undefined;
  readonly geminiApiKey: string | undefined;
  readonly openaiBaseUrl: string | undefined;
  /** OFFHAND_SECRET_NAME, by NAME. */
  readonly secrets: Readonly<Record<string, string>>;
}

type Source = Readonly<Record<string, string | undefined>>;

const DEFAULT_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Ours to Node, of no use to a child: each extra CA bundle costs every Node child 100 ms or more at start. */
const NOT_FOR_CHILDREN: readonly string[] = [
  'NODE_EXTRA_CA_CERTS',
  'NODE_CHANNEL_FD',
  'NODE_CHANNEL_SERIALIZATION_MODE',
  'NODE_V8_COVERAGE',
];

/** Secrets an agent was given are not for the applications it operates. */
const SECRETS: readonly string[] = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY', 'OFFHAND_HTTP_TOKEN'];
const SECRET_PREFIX = 'OFFHAND_SECRET_';

export function readEnv(source: Source = process.env): Environment {
  // An empty variable means the same as an unset one, as XDG and NO_COLOR define it.
  const text = (name: string): string | undefined => source[name] || undefined;
  return {
    display: text('DISPLAY'),
    xauthority: text('XAUTHORITY'),
    waylandDisplay: text('WAYLAND_DISPLAY'),
    sessionBus: text('DBUS_SESSION_BUS_ADDRESS'),
    a11yBus: text('AT_SPI_BUS_ADDRESS'),
    sessionType: text('XDG_SESSION_TYPE'),
    currentDesktop: text('XDG_CURRENT_DESKTOP'),
    home: text('HOME') ?? '/',
    offhandHome: text('OFFHAND_HOME'),
    xdgConfigHome: text('XDG_CONFIG_HOME'),
    xdgDataHome: text('XDG_DATA_HOME'),
    xdgStateHome: text('XDG_STATE_HOME'),
    xdgRuntimeDir: text('XDG_RUNTIME_DIR'),
    xdgDataDirs: (text('XDG_DATA_DIRS') ?? '/usr/local/share:/usr/share').split(':').filter(Boolean),
    tmpDir: text('TMPDIR') ?? '/tmp',
    path: text('PATH') ?? DEFAULT_PATH,
    user: text('USER') ?? text('LOGNAME'),
    shell: text('SHELL'),
    lang: text('LC_ALL') ?? text('LC_CTYPE') ?? text('LANG'),
    term: text('TERM'),
    noColor: text('NO_COLOR') !== undefined,
    forceColor: isOn(text('FORCE_COLOR')),
    ci: isOn(text('CI')),
    debug: text('OFFHAND_DEBUG'),
    desktop: text('OFFHAND_DESKTOP'),
    session: text('OFFHAND_SESSION'),
    httpToken: text('OFFHAND_HTTP_TOKEN'),
    anthropicApiKey: text('ANTHROPIC_API_KEY'),
    openaiApiKey: text('OPENAI_API_KEY'),
    geminiApiKey: text('GEMINI_API_KEY') ?? text('GOOGLE_API_KEY'),
    openaiBaseUrl: text('OPENAI_BASE_URL'),
    secrets: Object.fromEntries(
      Object.entries(source).flatMap(([name, value]) => (isSecret(name) && value ? [[name.slice(SECRET_PREFIX.length), value]] : [])),
    ),
  };
}

/** For servers started with a bare environment: finds the desktop by whoever started us. */
export function adoptDesktop(): void {
  Object.assign(process.env, missingDesktopVariables(process.env, ancestorEnvironments(process.pid)));
}

/** Our environment for a child, with changes; an override of undefined removes the variable. */
export function childEnv(overrides: Source = {}, source: Source = process.env): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...source, ...overrides })) {
    if (value !== undefined && !NOT_FOR_CHILDREN.includes(name) && !SECRETS.includes(name) && !isSecret(name)) env[name] = value;
  }
  return env;
}

/** Only where to find programs and how to speak: the start of an environment that must not leak the person's. */
export function neutralEnv(overrides: Source = {}, source: Source = process.env): Record<string, string> {
  const kept = Object.entries(source).filter(([name]) => KEPT_BY_NEUTRAL.test(name));
  return childEnv({ PATH: DEFAULT_PATH, LANG: 'C.UTF-8', ...Object.fromEntries(kept), ...overrides }, {});
}

const KEPT_BY_NEUTRAL = /^(PATH|LANG|LANGUAGE|LC_[A-Z]+|TZ|USER|LOGNAME|SHELL|XDG_DATA_DIRS|XDG_CONFIG_DIRS|LD_LIBRARY_PATH)$/;

const isSecret = (name: string): boolean => name.startsWith(SECRET_PREFIX);

function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== '0' && value !== 'false';
}
