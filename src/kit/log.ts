/** Diagnostics on stderr as `level scope message key=value`; silent until a level is set. stdout belongs to the protocols. */
export type LogLevel = 'error' | 'warn' | 'info' | 'debug';
export type LogFields = Readonly<Record<string, unknown>>;

export interface Logger {
  error(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
}

const LEVELS: readonly string[] = ['error', 'warn', 'info', 'debug'];

let threshold = -1;
let sink = (line: string): void => {
  process.stderr.write(line);
};

/** `level` as people set it: a level's name, `1` or `true` for everything, anything else for silence. */
export function configureLog(level: string | undefined, write?: (line: string) => void): void {
  const asked = level?.toLowerCase();
  threshold = asked === '1' || asked === 'true' ? LEVELS.length - 1 : LEVELS.indexOf(asked ?? '');
  if (write) sink = write;
}

export function logger(scope: string): Logger {
  const at =
    (level: LogLevel) =>
    (message: string, fields: LogFields = {}): void => {
      if (LEVELS.indexOf(level) <= threshold) sink(formatLine(level, scope, message, fields));
    };
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') };
}

export function formatLine(level: LogLevel, scope: string, message: string, fields: LogFields): string {
  const pairs = Object.entries(fields).map(([key, value]) => ` ${key}=${formatValue(value)}`);
  return `${level} ${scope} ${message.replace(/\s*\n\s*/g, ' ')}${pairs.join('')}\n`;
}

function formatValue(value: unknown): string {
  if (value instanceof Error) return JSON.stringify(`${value.name}: ${value.message}`);
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return typeof value === 'string' && /[\s"=]|^$/.test(text) ? JSON.stringify(text) : text;
}
