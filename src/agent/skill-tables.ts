/** The parts of the skill that are facts of the program: filled in between markers, never written by hand. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { catalog } from '../errors/catalog.js';
import type { AnyTool } from '../tools/define.js';
import { tools, toolsIn } from '../tools/registry.js';

const folder = 'skills/offhand';

const tables: Readonly<Record<string, () => string>> = {
  core_tools: () => table(['tool', 'needs', 'does'], toolsIn('core').map(toolRow)),
  recording_tools: () => table(['tool', 'needs', 'does'], tools.filter((tool) => tool.group === 'recording').map(toolRow)),
  errors: () =>
    table(
      ['code', 'means', 'do'],
      Object.entries(catalog).map(([code, { meaning, remedy }]) => [`\`${code}\``, meaning, remedy]),
    ),
};

/** Each page of the skill with its tables as they should be, by its path in the package. */
export async function skillTables(root: string): Promise<Record<string, string>> {
  const names = (await readdir(join(root, folder))).filter((name) => name.endsWith('.md')).sort();
  const pages = await Promise.all(
    names.map(async (name) => [`${folder}/${name}`, fillTables(await readFile(join(root, folder, name), 'utf8'))]),
  );
  return Object.fromEntries(pages);
}

export function fillTables(page: string): string {
  return page.replaceAll(/(<!-- begin:(\w+) -->)[\s\S]*?(<!-- end:\2 -->)/g, (whole, begin: string, name: string, end: string) => {
    const made = tables[name];
    return made ? `${begin}\n${made()}\n${end}` : whole;
  });
}

function toolRow(tool: AnyTool): readonly string[] {
  const needed = Object.entries(tool.input.shape).filter(([, field]) => !field.safeParse(undefined).success);
  // The first clause is enough here; `describe` tells the rest.
  return [`\`${tool.name}\``, needed.map(([name]) => name).join(', '), tool.summary.replace(/[;:].*$/, '.')];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}
