/** Runs a caller's script in a page and brings home no more of its result than was asked for. */
import { DriverError } from '../../../../errors/driver-error.js';
import type { ScriptOutcome } from '../../../../model/page.js';
import type { CdpCallOptions, CdpClient } from '../../../../wire/cdp/client.js';
import { CdpError, CdpTimeout } from '../../../../wire/cdp/errors.js';
import type { ScriptRequest } from '../../../port.js';

interface RemoteObject {
  readonly type: string;
  readonly subtype?: string;
  readonly value?: unknown;
  readonly unserializableValue?: string;
  readonly objectId?: string;
  readonly description?: string;
}

interface Evaluated {
  readonly result: RemoteObject;
  readonly exceptionDetails?: { readonly text: string; readonly exception?: RemoteObject };
}

/** The browser ends endless loops itself; only promises that never settle are left to us. */
const GRACE_MS = 400;
const MAX_STACK = 2000;

export interface RunRequest extends ScriptRequest {
  /** With what only a console has, such as `require` in a Node process. */
  readonly commandLine?: boolean;
  /** Ends it before it changes anything. */
  readonly readOnly?: boolean;
}

/** In a page, or where there is no session, in the only target there is. */
export async function runScript(
  client: CdpClient,
  session: string | undefined,
  request: RunRequest,
  signal: AbortSignal,
): Promise<ScriptOutcome> {
  const { source, timeoutMs, maxBytes, commandLine = false, readOnly = false } = request;
  const manner = {
    replMode: true,
    awaitPromise: true,
    timeout: timeoutMs,
    includeCommandLineAPI: commandLine,
    throwOnSideEffect: readOnly,
  };
  try {
    const evaluated = await client.call<Evaluated>(
      'Runtime.evaluate',
      { expression: source, ...manner },
      { session, timeoutMs: timeoutMs + GRACE_MS, signal },
    );
    const { result, exceptionDetails } = await settled(client, evaluated, { session, timeoutMs, signal });
    if (readOnly && /^EvalError: Possible side-effect/.test(exceptionDetails?.exception?.description ?? ''))
      throw new DriverError('window_minimized', 'The window is not shown: only scripts that do nothing but read run in it.');
    if (exceptionDetails) return thrown(exceptionDetails);
    return await serialised(client, session, result, { maxBytes, signal });
  } catch (error) {
    if (!(error instanceof CdpTimeout || isTerminated(error))) throw error;
    // Without an answer to wait for: the page may be stuck in code of its own. A process of Node's would end altogether.
    if (session !== undefined) client.call('Runtime.terminateExecution', {}, { session, timeoutMs: 1000 }).catch(() => undefined);
    return { ok: false, error: `the script did not finish within ${timeoutMs} ms` };
  }
}

/** A script that ends in a promise is waited for. */
async function settled(client: CdpClient, evaluated: Evaluated, options: CdpCallOptions): Promise<Evaluated> {
  const { subtype, objectId } = evaluated.result;
  if (evaluated.exceptionDetails || subtype !== 'promise' || objectId === undefined) return evaluated;
  return client.call<Evaluated>('Runtime.awaitPromise', { promiseObjectId: objectId }, options);
}

/** What the browser answers when it ended a script for taking too long. */
const isTerminated = (error: unknown): boolean =>
  error instanceof CdpError && (error.code === -32603 || error.message.includes('Execution was terminated'));

function thrown({ text, exception }: NonNullable<Evaluated['exceptionDetails']>): ScriptOutcome {
  const description = exception?.description ?? (exception && 'value' in exception ? JSON.stringify(exception.value) : undefined);
  const [error = text, ...stack] = (description ?? text).split('\n');
  if (/Execution was terminated/.test(text)) return { ok: false, error: 'the script did not finish in time' };
  return { ok: false, error, ...(stack.length > 0 ? { stack: stack.join('\n').slice(0, MAX_STACK) } : {}) };
}

interface Bounds {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

async function serialised(
  client: CdpClient,
  session: string | undefined,
  value: RemoteObject,
  { maxBytes, signal }: Bounds,
): Promise<ScriptOutcome> {
  const type = value.subtype ?? value.type;
  if (value.objectId === undefined) return cut(value.unserializableValue ?? JSON.stringify(value.value) ?? 'undefined', type, maxBytes);
  const { result } = await client.call<Evaluated>(
    'Runtime.callFunctionOn',
    { functionDeclaration: toJson, objectId: value.objectId, arguments: [{ value: maxBytes }], returnByValue: true },
    { session, signal },
  );
  client.call('Runtime.releaseObject', { objectId: value.objectId }, { session }).catch(() => undefined);
  return cut(typeof result.value === 'string' ? result.value : String(value.description), type, maxBytes);
}

const cut = (json: string, type: string, maxBytes: number): ScriptOutcome => ({
  ok: true,
  json: json.slice(0, maxBytes),
  type,
  truncated: json.length > maxBytes,
});

/**
 * Runs in the page: JSON of anything, cycles and page objects named instead of followed. It stops soon after the bound,
 * so that an endless or huge value costs neither the page nor us.
 */
const toJson = `function (maxLength) {
  const parts = []; let length = 0; const above = [];
  const put = (text) => { parts.push(text); length += text.length; if (length > maxLength) throw parts; };
  const write = (value, depth) => {
    if (value === undefined || typeof value === 'function' || typeof value === 'symbol') return put('null');
    if (typeof value === 'bigint') return put('"' + value + '"');
    if (typeof value === 'string') return put(JSON.stringify(value.length > maxLength ? value.slice(0, maxLength + 1) : value));
    if (value === null || typeof value !== 'object') return put(JSON.stringify(value) ?? 'null');
    if (above.includes(value)) return put('"[circular]"');
    if (depth > 40) return put('"[deep]"');
    if (typeof Node === 'function' && value instanceof Node) return put(JSON.stringify('<' + value.nodeName.toLowerCase() + (value.id ? '#' + value.id : '') + '>'));
    if (value === globalThis) return put('"[window]"');
    if (value instanceof Error) return put(JSON.stringify(String(value)));
    if (value instanceof Map) return write(Array.from(value), depth);
    if (value instanceof Set) return write(Array.from(value), depth);
    if (typeof value.toJSON === 'function') return write(value.toJSON(), depth + 1);
    above.push(value);
    const isList = Array.isArray(value) || ArrayBuffer.isView(value) || (typeof NodeList === 'function' && (value instanceof NodeList || value instanceof HTMLCollection));
    put(isList ? '[' : '{');
    let first = true;
    const next = () => { if (!first) put(','); first = false; };
    if (isList) for (let i = 0; i < value.length; i++) { next(); write(value[i], depth + 1); }
    else for (const key of Object.keys(value)) {
      const item = value[key];
      if (item === undefined || typeof item === 'function') continue;
      next(); put(JSON.stringify(key) + ':'); write(item, depth + 1);
    }
    above.pop();
    put(isList ? ']' : '}');
  };
  try { write(this, 0); } catch (stopped) { if (stopped !== parts) throw stopped; }
  return parts.join('');
}`;
