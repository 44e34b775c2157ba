/** What a tool gave, as MCP shows it: text for the model, an image block, and the same data for programs. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { toDriverError } from '../../errors/to-driver-error.js';

const MAX_DETAILS_LENGTH = 2000;

/** The two ways results carry a picture: as a member of its own, or as the whole result of an operation. */
const pictureMember = z.looseObject({ image: z.object({ base64: z.string(), mime_type: z.string() }) });
const wholePicture = z.looseObject({ data_b64: z.string(), format: z.string() });

export function toCallResult(output: unknown, structured: boolean): CallToolResult {
  if (!isRecord(output)) return { content: [{ type: 'text', text: JSON.stringify(output ?? null) }] };
  const { image: _image, data_b64: _bytes, ...data } = output;
  const picture = pictureOf(output);
  return {
    content: [{ type: 'text', text: textOf(data) }, ...(picture ? [{ type: 'image' as const, ...picture }] : [])],
    ...(structured ? { structuredContent: data } : {}),
  };
}

/** Some clients show only the text of an error, so it carries the details too. */
export function toErrorResult(error: unknown, structured: boolean): CallToolResult {
  const shape = toDriverError(error).toShape();
  const lines = [`${shape.message} — ${shape.remedy}`, `code: ${shape.code}`];
  if (shape.details) lines.push(`details: ${JSON.stringify(shape.details).slice(0, MAX_DETAILS_LENGTH)}`);
  return { isError: true, content: [{ type: 'text', text: lines.join('\n') }], ...(structured ? { structuredContent: { ...shape } } : {}) };
}

/** A summary says all there is to read. An outline comes first and unescaped, then the rest as one line; `elements` says again what it says. */
function textOf({ tree_markdown: outline, summary, elements: _elements, ...rest }: Record<string, unknown>): string {
  if (typeof summary === 'string') return summary;
  const readable = typeof outline === 'string' ? [outline] : [];
  const facts = Object.keys(rest).length > 0 || readable.length === 0 ? [JSON.stringify(rest)] : [];
  return [...readable, ...facts].join('\n\n');
}

function pictureOf(output: Record<string, unknown>): { data: string; mimeType: string } | undefined {
  const member = pictureMember.safeParse(output);
  if (member.success) return { data: member.data.image.base64, mimeType: member.data.image.mime_type };
  const whole = wholePicture.safeParse(output);
  return whole.success ? { data: whole.data.data_b64, mimeType: `image/${whole.data.format}` } : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
