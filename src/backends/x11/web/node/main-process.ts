import { poll } from '../../../../kit/poll.js';
import type { ScriptOutcome } from '../../../../model/page.js';
import { CdpClient } from '../../../../wire/cdp/client.js';
import type { ScriptRequest } from '../../../port.js';
import { portsOf } from '../browser/port-owner.js';
import { runScript } from '../page/run-script.js';
import { openInspector } from './inspector.js';

const CLOSING_MS = 2000;

/** Runs a script in the main process of a Node or Electron application, and leaves no open door behind. */
export async function runInMain(pid: number, request: ScriptRequest, signal: AbortSignal): Promise<ScriptOutcome> {
  const { transport, port, isOurs } = await openInspector(pid, signal);
  const client = new CdpClient(transport);
  try {
    return await runScript(client, undefined, { ...request, commandLine: true }, signal);
  } finally {
    if (isOurs) await client.call('Runtime.evaluate', { expression: CLOSE, includeCommandLineAPI: true }).catch(() => undefined); // it ended
    client.close();
    // Until then anybody on this machine could connect to it.
    if (isOurs) await poll(() => !portsOf(pid).includes(port), { timeoutMs: CLOSING_MS, intervalMs: 10 });
  }
}

/**
 * Only once we have left: closing under a session that is still connected crashes Node now and then. The module is fetched before:
 * `require` is there only while a script of ours runs, and an error later on would make Electron show it to the person.
 */
const AFTER_WE_LEFT_MS = 150;
const CLOSE = `{
  const inspector = process.getBuiltinModule?.('inspector') ?? require('inspector');
  setTimeout(() => inspector.close(), ${AFTER_WE_LEFT_MS});
}`;
