import { get } from 'node:http';
import { CdpConnectError } from './errors.js';

const MAX_ANSWER_BYTES = 1024 * 1024;

/** The address of the browser's own target, as `/json/version` tells it. */
export async function browserAddress(port: number, timeoutMs: number, signal?: AbortSignal): Promise<string> {
  const answer = parse(await fetchText(`http://127.0.0.1:${port}/json/version`, timeoutMs, signal));
  const path = /^ws:\/\/[^/]+(\/devtools\/browser\/[\w-]+)$/.exec(addressIn(answer))?.[1];
  // Only the path is taken: whoever answers must not send us elsewhere.
  if (path === undefined) throw new CdpConnectError(`port ${port} is no debugging endpoint of a browser`);
  return `ws://127.0.0.1:${port}${path}`;
}

/** The address of a Node process, which is its only target. */
export async function nodeAddress(port: number, timeoutMs: number, signal?: AbortSignal): Promise<string> {
  const answer = parse(await fetchText(`http://127.0.0.1:${port}/json/list`, timeoutMs, signal));
  const [target] = Array.isArray(answer) ? (answer as unknown[]) : [];
  const path = /^ws:\/\/[^/]+(\/[\w-]+)$/.exec(addressIn(target))?.[1];
  if (path === undefined) throw new CdpConnectError(`port ${port} is no inspector of a Node process`);
  return `ws://127.0.0.1:${port}${path}`;
}

const addressIn = (answer: unknown): string =>
  typeof answer === 'object' && answer !== null && 'webSocketDebuggerUrl' in answer ? String(answer.webSocketDebuggerUrl) : '';

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // a web page, for one
  }
}

function fetchText(url: string, timeoutMs: number, signal: AbortSignal | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (cause: Error) => reject(new CdpConnectError(`${url} does not answer: ${cause.message}`, { cause }));
    const request = get(url, { timeout: timeoutMs, ...(signal ? { signal } : {}) }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        if (text.length > MAX_ANSWER_BYTES) response.destroy(new Error('the answer is too long'));
      });
      response.on('error', fail);
      response.on('end', () => (response.statusCode === 200 ? resolve(text) : fail(new Error(`status ${response.statusCode}`))));
    });
    request.on('timeout', () => request.destroy(new Error('timed out')));
    request.on('error', fail);
  });
}
