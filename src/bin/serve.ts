import { setFlagsFromString } from 'node:v8';
import { readEnv } from '../config/env.js';
import { offhandPaths } from '../config/paths.js';
import { effectiveConfig } from '../config/precedence.js';
import { every, monotonicMs } from '../kit/clock.js';
import { deferred } from '../kit/deferred.js';
import type { Command } from '../transport/cli/command.js';
import { runCli } from '../transport/cli/run.js';
import { claimSocket } from '../transport/daemon/claim.js';
import { IdleWatch } from '../transport/daemon/idle-watch.js';
import { DaemonServer } from '../transport/daemon/server.js';
import { localDriver } from '../transport/driver.js';
import { commands } from './commands.js';
import { createEngine, type RunningEngine } from './create-engine.js';
import { type HttpService, serveHttp } from './serve-http.js';
import { surviveFaults } from './survive-faults.js';

export const serve: Command = {
  name: 'serve',
  usage: 'serve [--http [PORT]] [--no-overlay]',
  summary: 'Run the daemon: one memory for all calls, and MCP over HTTP with --http.',
  help: [
    'serve                 listen on the private socket until stopped',
    'serve --http [PORT]   also offer MCP on http://127.0.0.1:PORT/mcp; prints the bearer token',
    '                      choose with ?profile=full, ?desktop=NAME, ?session=NAME; events at /events, approvals at /approvals',
    'serve --idle-exit MS  stop after so long without calls',
    'serve --no-overlay    draw nothing on the screen, whatever sessions ask for',
  ].join('\n'),
  local: true,
  async run({ argv, terminal, asJson }) {
    // A daemon stays for days: memory given back counts for more than the last bit of speed.
    setFlagsFromString('--optimize-for-size');
    const socketFile = offhandPaths(readEnv()).socketFile;
    await using _claim = { [Symbol.asyncDispose]: await claimSocket(socketFile) };
    await using engine = createEngine();
    if (argv.includes('--no-overlay')) engine.cursors.turnOff();
    surviveFaults(terminal.stderr);
    const stopped = deferred<void>();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopped.resolve());
    const facts: DaemonFacts = { socketFile };
    const server = daemonServer(engine, facts, () => stopped.resolve());
    await server.listen();
    await using _server = { [Symbol.asyncDispose]: () => server.close() };
    const http = argv.includes('--http') ? await serveHttp(engine, portOf(argv)) : undefined;
    await using _http = { [Symbol.asyncDispose]: async () => http?.close() };
    facts.httpUrl = http?.url;
    const ready = {
      ready: true,
      pid: process.pid,
      socket: socketFile,
      ...(http ? { http: http.url, token_file: http.tokenFile, approval_token_file: http.approvalTokenFile } : {}),
    };
    terminal.stdout(asJson ? `${JSON.stringify(ready)}\n` : welcome(engine, http));
    const idleMs = idleExit(argv) ?? effectiveConfig({ disk: engine.config.read().values }).daemon_idle_exit_ms;
    const calls = new IdleWatch(engine.events);
    const isIdle = () => Math.min(server.idleMs(monotonicMs()), calls.idleMs) >= idleMs;
    const idle = idleMs > 0 ? every(Math.min(idleMs, 1000), () => isIdle() && stopped.resolve()) : undefined;
    await stopped.promise;
    idle?.cancel();
    return 0;
  },
};

interface DaemonFacts {
  readonly socketFile: string;
  httpUrl?: string | undefined;
}

function daemonServer(engine: RunningEngine, facts: DaemonFacts, onStop: () => void): DaemonServer {
  const started = monotonicMs();
  return new DaemonServer({
    engine,
    socketFile: facts.socketFile,
    onStop,
    status: () => ({
      version: engine.version,
      pid: process.pid,
      uptime_s: Math.round((monotonicMs() - started) / 1000),
      rss_mb: Math.round(process.memoryUsage.rss() / 1e5) / 10,
      sessions: engine.sessions.list().length,
      paused: engine.lease.paused,
      socket: facts.socketFile,
      ...(facts.httpUrl ? { http: facts.httpUrl } : {}),
    }),
    runCli: ({ argv: words, cwd, terminal: remote, client, session, desktop }, sink) =>
      runCli(words, {
        version: engine.version,
        commands,
        remote: true,
        session,
        desktop,
        terminal: { ...remote, cwd, ...sink },
        driver: async (identity) => localDriver(engine, { client, ...identity }),
      }),
  });
}

function welcome({ version }: RunningEngine, http: HttpService | undefined): string {
  const lines = [`offhand ${version} is ready (pid ${process.pid}); stop it with \`offhand stop\``];
  if (http) lines.push(`MCP over HTTP: ${http.url}`, `token: ${http.token}`);
  return `${lines.join('\n')}\n`;
}

function portOf(argv: readonly string[]): number | undefined {
  const value = argv[argv.indexOf('--http') + 1];
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined;
}

function idleExit(argv: readonly string[]): number | undefined {
  const at = argv.indexOf('--idle-exit');
  return at < 0 ? undefined : Number(argv[at + 1] ?? 0);
}
