import { DriverError } from '../../../errors/driver-error.js';
import { type Desktop, type WindowManagerName, windowManagerNames } from '../../../stage/desktop.js';
import { parseSize } from '../../../stage/size.js';
import { startDesktop } from '../../../stage/start.js';
import { findDesktop, listDesktops, stopDesktop } from '../../../stage/stop.js';
import type { Command, CommandContext } from '../command.js';
import { paint } from '../terminal.js';

export const desktop: Command = {
  name: 'desktop',
  usage: 'desktop start|list|stop|screenshot',
  summary: 'Private desktops: isolated screens with their own applications.',
  help: [
    'desktop start [NAME] [--size 1280x800] [--wm openbox] [--owner-pid PID]',
    'desktop list',
    'desktop stop NAME|--all',
    'desktop screenshot NAME [FILE]',
    '',
    'Use one with --desktop NAME on any call, or OFFHAND_DESKTOP=NAME.',
    'It ends with `desktop stop`, or with the process named by --owner-pid.',
  ].join('\n'),
  local: true,
  async run(context) {
    const [verb, ...rest] = context.argv;
    const verbs = { start, list, stop, screenshot };
    if (verb === 'start' || verb === 'list' || verb === 'stop' || verb === 'screenshot') return verbs[verb](context, rest);
    throw new DriverError('invalid_input', `desktop: "${verb ?? ''}" is not start, list, stop or screenshot.`);
  },
};

function option(words: string[], name: string): string | undefined {
  const at = words.indexOf(name);
  if (at < 0) return undefined;
  const [, value] = words.splice(at, 2);
  if (value === undefined) throw new DriverError('invalid_input', `${name} needs a value.`);
  return value;
}

async function start({ terminal, asJson }: CommandContext, argv: readonly string[]): Promise<number> {
  const words = [...argv];
  const size = option(words, '--size');
  const wm = option(words, '--wm') ?? 'openbox';
  const owner = option(words, '--owner-pid');
  const windowManager = windowManagerNames.find((each): each is WindowManagerName => each === wm);
  if (!windowManager) throw new DriverError('invalid_input', `--wm takes ${windowManagerNames.join(', ')}.`);
  if (terminal.isTty && !asJson) terminal.stderr('… starting\n');
  const started = await startDesktop({
    windowManager,
    ...(words[0] === undefined ? {} : { name: words[0] }),
    ...(size === undefined ? {} : { size: parseSize(size) }),
    ownerPid: owner === undefined ? null : Number(owner),
  });
  print({ terminal, asJson }, [started]);
  return 0;
}

async function list({ terminal, asJson }: CommandContext): Promise<number> {
  const all = await listDesktops();
  if (all.length === 0 && !asJson) terminal.stdout('No private desktop runs. Start one with `offhand desktop start`.\n');
  else print({ terminal, asJson }, all);
  return 0;
}

function print({ terminal, asJson }: Pick<CommandContext, 'terminal' | 'asJson'>, all: readonly Desktop[]): void {
  const records = all.map(({ name, display, size, windowManager, busAddress }) => ({
    name,
    display,
    size: `${size.width}x${size.height}`,
    window_manager: windowManager,
    bus: busAddress,
  }));
  if (asJson) terminal.stdout(`${JSON.stringify({ desktops: records }, undefined, 2)}\n`);
  else
    for (const each of records)
      terminal.stdout(`${paint(terminal, 'bold', each.name)}  display ${each.display}  ${each.size}  ${each.window_manager}\n`);
}

async function stop({ terminal, asJson }: CommandContext, argv: readonly string[]): Promise<number> {
  const names = argv.includes('--all') ? (await listDesktops()).map(({ name }) => name) : argv;
  if (names.length === 0 && !argv.includes('--all')) throw new DriverError('invalid_input', 'desktop stop: name a desktop, or pass --all.');
  for (const name of names) await stopDesktop(name);
  terminal.stdout(asJson ? `${JSON.stringify({ stopped: names })}\n` : `Stopped ${names.join(', ') || 'nothing'}.\n`);
  return 0;
}

async function screenshot({ driver, terminal, asJson }: CommandContext, argv: readonly string[]): Promise<number> {
  const [name, file] = argv;
  if (name === undefined) throw new DriverError('invalid_input', 'desktop screenshot: name a desktop.');
  await findDesktop(name);
  const path = file ?? `${name}.png`;
  const output = await (await driver()).call('screenshot', { desktop: name, screenshot_out_file: path, max_image_dimension: 0 });
  const shape =
    typeof output === 'object' && output !== null && 'screenshot_file_path' in output ? String(output.screenshot_file_path) : path;
  terminal.stdout(asJson ? `${JSON.stringify(output, undefined, 2)}\n` : `${shape}\n`);
  return 0;
}
