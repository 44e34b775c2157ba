import { z } from 'zod';
import { DriverError } from '../../errors/driver-error.js';
import { defineTool } from '../define.js';
import { pid, toolInput } from '../fields.js';
import { toWindowRecord, windowRecord } from '../observe/windows.js';
import { allowManaging } from './allow.js';
import { underWatch } from './under-watch.js';

const appRecord = z.object({
  app_id: z.string(),
  name: z.string(),
  pid: z.int().nullable(),
  running: z.boolean(),
  active: z.boolean(),
  launch_path: z.string().nullable(),
  window_ids: z.array(z.int()),
});

export const listApps = defineTool({
  name: 'list_apps',
  group: 'apps',
  effect: 'observe',
  summary: 'List running applications, and installed ones when asked.',
  input: toolInput({
    installed: z.boolean().optional().describe('Also list installed applications that are not running.'),
    query: z.string().max(200).optional().describe('Only applications whose name or id contains this.'),
  }),
  output: z.object({ apps: z.array(appRecord) }),
  profile: 'core',
  cli: { positional: ['query'], example: 'offhand list_apps --installed' },
})(async ({ input, call }) => {
  await call.engine.gate.decideRead(call, null);
  const apps = await (await call.backend()).apps.list(call.signal);
  const query = input.query?.toLowerCase();
  const wanted = apps.filter(
    (app) => (app.running || input.installed) && (query === undefined || app.name.toLowerCase().includes(query) || app.id.includes(query)),
  );
  return {
    apps: wanted.map(({ id, name, pid: process, running, active, launchPath, windowIds }) => ({
      app_id: id,
      name,
      pid: process,
      running,
      active,
      launch_path: launchPath,
      window_ids: [...windowIds],
    })),
  };
});

export const launchApp = defineTool({
  name: 'launch_app',
  group: 'apps',
  effect: 'act',
  summary: 'Start an application in the background, or find it when it runs; returns its pid and windows.',
  input: toolInput({
    name: z.string().min(1).max(1024).optional().describe('Name, desktop-file id or path of the program.'),
    bundle_id: z.string().min(1).max(1024).optional().describe('Same as name.'),
    launch_path: z.string().min(1).max(1024).optional().describe('Same as name.'),
    urls: z.array(z.string().max(8192)).max(32).optional().describe('Files or addresses to open.'),
    additional_arguments: z.array(z.string().max(8192)).max(64).optional().describe('Arguments for the program.'),
    creates_new_application_instance: z.boolean().optional().describe('Start another one even if it runs.'),
    remote_debugging: z.boolean().optional().describe('Start a browser with a profile of its own whose pages only Offhand can reach.'),
    profile: z
      .string()
      .min(1)
      .max(40)
      .optional()
      .describe('Name of a profile to keep for remote_debugging; default: one that is thrown away.'),
    timeout_ms: z.int().min(0).max(120_000).optional().describe('Longest wait for its window, default 10000.'),
  }),
  output: z.object({
    pid: z.int(),
    app_id: z.string(),
    name: z.string(),
    already_running: z.boolean(),
    windows: z.array(windowRecord),
    restored: z.array(z.string()).describe('What the new window took and was put back.'),
    interference: z.object({}).loose(),
  }),
  profile: 'core',
  cli: { positional: ['name'], example: 'offhand launch_app gnome-calculator' },
})(async ({ input, call }) => {
  const app = input.name ?? input.launch_path ?? input.bundle_id;
  if (app === undefined) throw new DriverError('invalid_input', 'launch_app: pass name (a name, desktop-file id or path).');
  const words = [...(input.urls ?? []), ...(input.additional_arguments ?? [])];
  await allowManaging(call, 'launch_app', app, words.length > 0 ? { text: [app, ...words].join(' ') } : {});
  const backend = await call.backend();
  call.progress(`starting ${app}`);
  const request = {
    app,
    urls: input.urls ?? [],
    args: input.additional_arguments ?? [],
    newInstance: input.creates_new_application_instance ?? false,
    env: {},
    timeoutMs: input.timeout_ms ?? 10_000,
    ...(input.remote_debugging ? { debugging: { profile: input.profile } } : {}),
  };
  const { result: launched, interference } = await underWatch(call, () => backend.apps.launch(request, call.signal));
  return {
    pid: launched.pid,
    app_id: launched.app.id,
    name: launched.app.name,
    already_running: launched.alreadyRunning,
    windows: launched.windows.map(toWindowRecord),
    restored: [...launched.restored],
    interference: { ...interference },
  };
});

export const killApp = defineTool({
  name: 'kill_app',
  group: 'apps',
  effect: 'act',
  destructive: true,
  summary: 'End a process that shows a window; unsaved work in it is lost.',
  input: toolInput({ pid, force: z.boolean().optional().describe('Kill at once instead of asking it to end first.') }),
  output: z.object({ pid: z.int(), ended: z.boolean(), interference: z.object({}).loose() }),
  profile: 'full',
  cli: { positional: ['pid'], example: 'offhand kill_app 844' },
})(async ({ input, call }) => {
  const backend = await call.backend();
  const windows = await backend.windows.list(call.signal);
  const own = windows.find((window) => window.pid === input.pid);
  if (!own) throw new DriverError('process_not_found', `pid ${input.pid} shows no window on this desktop.`, { pid: input.pid });
  await allowManaging(call, 'kill_app', own.appId, { window: own });
  const { interference } = await underWatch(call, () => backend.apps.kill(input.pid, input.force ?? false, call.signal));
  return { pid: input.pid, ended: true, interference: { ...interference } };
});
