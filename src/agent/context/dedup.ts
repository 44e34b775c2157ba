import { createHash } from 'node:crypto';
import { type Envelope, isEnvelope, type ToolContent, textPart } from '../envelope/envelope.js';
import { parseDataUri } from '../envelope/inline-image.js';

const maxOmissions = 2;

interface Seen {
  readonly digest: string;
  readonly omitted: number;
}

/**
 * Leaves out a screenshot identical to the last one of the same window in the same session. After two omissions in a row
 * the picture is sent again, so a model never has to look far back for it.
 */
export class ScreenshotDedup {
  readonly #sessions = new Map<string, Map<string, Seen>>();

  /** `target` names the window; without a session nothing is remembered and nothing left out. */
  apply(content: ToolContent, { session, target }: { session?: string | undefined; target: string }): ToolContent {
    if (session === undefined || !isEnvelope(content)) return content;
    const digest = digestOf(content);
    if (digest === undefined) return content;
    const seen = this.#sessions.get(session) ?? new Map<string, Seen>();
    this.#sessions.set(session, seen);
    const last = seen.get(target);
    const omit = last !== undefined && last.digest === digest && last.omitted < maxOmissions;
    seen.set(target, { digest, omitted: omit ? last.omitted + 1 : 0 });
    return omit ? unchanged(content) : content;
  }

  /** To be called when the session ends or its context was compacted: the earlier picture may be gone. */
  reset(session: string): void {
    this.#sessions.delete(session);
  }
}

function digestOf(envelope: Envelope): string | undefined {
  const images = envelope.content.flatMap((part) => (part.type === 'image_url' ? [part.image_url.url] : []));
  if (images.length === 0) return undefined;
  const hash = createHash('sha256');
  for (const url of images) {
    const image = parseDataUri(url);
    hash.update(image ? `${image.mimeType}\n${image.data}\n` : `${url}\n`);
  }
  return hash.digest('hex');
}

function unchanged(envelope: Envelope): Envelope {
  const note = 'screen_unchanged: the picture is identical to the last one of this window and is not repeated.';
  return {
    ...envelope,
    content: [...envelope.content.filter((part) => part.type === 'text'), textPart(note)],
    text_summary: `${envelope.text_summary}\n${note}`,
    meta: { ...envelope.meta, screen_unchanged: true },
  };
}
