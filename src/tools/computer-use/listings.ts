import { z } from 'zod';

const apps = z.object({
  apps: z.array(z.object({ app_id: z.string(), name: z.string(), pid: z.number().nullable(), window_ids: z.array(z.number()) })),
});
const listed = z.object({
  windows: z.array(
    z.object({
      window_id: z.number(),
      pid: z.number().nullable(),
      app_name: z.string(),
      app_id: z.string(),
      title: z.string(),
      state: z.string(),
    }),
  ),
});

const mostLines = 60;

export function appLines(output: unknown): string {
  const all = apps.parse(output).apps;
  const lines = all.map(({ name, app_id, pid, window_ids }) => `${name} (${app_id}) pid=${pid ?? 0} windows=${window_ids.length}`);
  return [`${all.length} running application(s):`, ...cut(lines)].join('\n');
}

export function windowLines(output: unknown): string {
  const all = listed.parse(output).windows;
  const lines = all.map(
    ({ app_name, app_id, title, window_id, pid, state }) =>
      `${app_name || app_id} '${title}' window_id=${window_id} pid=${pid ?? 0}${state === 'normal' ? '' : ` (${state})`}`,
  );
  return [`${all.length} window(s), front to back:`, ...cut(lines)].join('\n');
}

const cut = (lines: readonly string[]): readonly string[] =>
  lines.length > mostLines ? [...lines.slice(0, mostLines), `+${lines.length - mostLines} more`] : lines;
