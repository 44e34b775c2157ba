import type { ServerResponse } from 'node:http';

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  // The rest of a refused upload is not worth reading.
  response.writeHead(status, { 'content-type': 'application/json', connection: status < 400 ? 'keep-alive' : 'close' });
  response.end(`${JSON.stringify(body)}\n`);
}
