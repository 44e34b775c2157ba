/** Results for people and for pipes. Pictures never go to a terminal as base64. */
import { mapStrings } from '../../kit/map-strings.js';
import { paint, printable, type Style, type Terminal } from './terminal.js';

export async function printResult(terminal: Terminal, output: unknown, asJson: boolean): Promise<void> {
  if (asJson) {
    terminal.stdout(`${JSON.stringify(output, undefined, 2)}\n`);
    return;
  }
  if (!isRecord(output)) {
    terminal.stdout(`${String(output)}\n`);
    return;
  }
  const { tree_markdown: tree, image, data_b64: bytes, elements: _elements, ...rest } = output;
  const lines: string[] = [];
  if (typeof tree === 'string') lines.push(tree, '');
  const shown = mapStrings(rest, (text) => text.split('\n').map(printable).join('\n'));
  if (isRecord(shown)) lines.push(...describe(terminal, shown, ''));
  if (typeof bytes === 'string') lines.push(paint(terminal, 'dim', 'picture: pass --json to get it'));
  if (isRecord(image))
    lines.push(
      paint(terminal, 'dim', `image: ${image.width}×${image.height} (pass --screenshot-out-file FILE to keep it, --json to get it inline)`),
    );
  terminal.stdout(`${lines.join('\n')}\n`);
}

function describe(terminal: Terminal, value: Record<string, unknown>, indent: string): string[] {
  return Object.entries(value).flatMap(([key, each]): string[] => {
    if (each === undefined) return [];
    const label = `${indent}${paint(terminal, 'dim', `${key}:`)}`;
    if (Array.isArray(each)) return listLines(terminal, label, each, indent);
    if (isRecord(each)) return isFlat(each) ? [`${label} ${flat(each)}`] : [label, ...describe(terminal, each, `${indent}  `)];
    return [`${label} ${styled(terminal, key, each)}`];
  });
}

function listLines(terminal: Terminal, label: string, list: readonly unknown[], indent: string): string[] {
  if (list.length === 0) return [`${label} none`];
  if (list.every((each) => !isRecord(each))) return [`${label} ${list.join(', ')}`];
  return [
    label,
    ...list.flatMap((each) => (isRecord(each) ? [`${indent}  ${paint(terminal, 'dim', '•')} ${flat(each)}`] : [`${indent}  ${each}`])),
  ];
}

const isFlat = (record: Record<string, unknown>): boolean =>
  Object.values(record).every((each) => !Array.isArray(each)) && flat(record).length < 160;

function flat(record: Record<string, unknown>): string {
  return Object.entries(record)
    .filter(([, each]) => each !== undefined && each !== null)
    .map(([key, each]) => {
      if (isRect(each)) return `${key}=${each.x},${each.y} ${each.width}×${each.height}`;
      if (Array.isArray(each)) return `${key}=[${each.join(',')}]`;
      return isRecord(each)
        ? `${key}={${flat(each)}}`
        : `${key}=${typeof each === 'string' && /\s/.test(each) ? JSON.stringify(each) : each}`;
    })
    .join(' ');
}

const effectStyles: Readonly<Record<string, Style>> = {
  confirmed: 'green',
  partial: 'yellow',
  suspected_noop: 'yellow',
  unverifiable: 'cyan',
};

function styled(terminal: Terminal, key: string, value: unknown): string {
  const style = key === 'effect' ? effectStyles[String(value)] : undefined;
  return style ? paint(terminal, style, String(value)) : String(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isRect(value: unknown): value is { x: number; y: number; width: number; height: number } {
  return isRecord(value) && ['x', 'y', 'width', 'height'].every((key) => typeof value[key] === 'number');
}
