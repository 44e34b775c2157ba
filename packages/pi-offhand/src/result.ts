import type { PiContent, PiResult } from './pi-api.js';

/** pi asks tools to stay below 50 KB; the rest is left for its own framing. */
const mostBytes = 48 * 1024;

/** Words and facts as text, the picture as a picture; what the outline already says is not said twice. */
export function toPiResult(output: unknown): PiResult {
  if (!isRecord(output)) return { content: [text(JSON.stringify(output ?? null))], details: undefined };
  const { image, elements: _elements, summary, tree_markdown: outline, ...facts } = output;
  const lines = [summary, outline].filter((part) => typeof part === 'string');
  const content: PiContent[] = [text(bounded([...lines, JSON.stringify(facts)].join('\n')))];
  if (isRecord(image) && typeof image.base64 === 'string' && typeof image.mime_type === 'string') {
    content.push({ type: 'image', data: image.base64, mimeType: image.mime_type });
  }
  return { content, details: facts };
}

const text = (value: string): PiContent => ({ type: 'text', text: value });

/** Cut at a line, and said. */
function bounded(value: string): string {
  const bytes = Buffer.from(value);
  if (bytes.length <= mostBytes) return value;
  const kept = bytes.subarray(0, mostBytes).toString('utf8');
  const end = Math.max(kept.lastIndexOf('\n'), 1);
  return `${kept.slice(0, end)}\n[cut: ${bytes.length - end} more bytes; use query or budget to see a part]`;
}

/** A refusal as one text: what happened, what to do, and what there is instead. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, remedy, details } = error as Error & { code?: unknown; remedy?: unknown; details?: unknown };
  const parts = [typeof code === 'string' ? `${code}: ${error.message}` : error.message];
  if (typeof remedy === 'string') parts.push(remedy);
  if (details !== undefined) parts.push(JSON.stringify(details).slice(0, 2000));
  return parts.join('\n');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
