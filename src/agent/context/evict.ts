import { countImages, type ImageCensus, type ImageLoad, isCarrier, isImagePart, isRecord, type Json, rewrite } from './image-parts.js';

export const removedPlaceholder = '[screenshot removed to save context]';

export interface NewestPolicy {
  readonly kind: 'newest';
  /** Tool results that keep their pictures. */
  readonly keep: number;
}

/**
 * Dropping one picture per turn rewrites the prompt prefix every time and defeats the provider's cache. This policy waits
 * for a limit and then retires a whole batch, so the prefix changes once per batch.
 */
export interface BatchedPolicy {
  readonly kind: 'batched';
  readonly maxBlocks: number;
  readonly maxBytes: number;
  readonly batch: number;
  readonly floor: number;
  /** Replaces `maxBlocks` when every picture is known to be at most 2000 pixels a side. */
  readonly maxSmallBlocks?: number;
}

export type EvictionPolicy = NewestPolicy | BatchedPolicy | { readonly kind: 'none' };

export const keepNewest: NewestPolicy = { kind: 'newest', keep: 3 };
export const batched: BatchedPolicy = { kind: 'batched', maxBlocks: 20, maxBytes: 24_000_000, batch: 8, floor: 3 };

const smallSide = 2000;

/** Messages in which old screenshots have become a placeholder; the same array when nothing had to go. */
export function evictScreenshots<M>(messages: readonly M[], policy: EvictionPolicy = keepNewest): readonly M[] {
  if (policy.kind === 'none') return messages;
  const census = countImages(messages);
  const count = policy.kind === 'newest' ? Math.max(0, census.carriers.length - policy.keep) : retireCount(census, policy);
  if (count === 0) return messages;
  const retired = new Set(census.carriers.slice(0, count).map(({ node }) => node));
  // The visitor swaps pictures for text inside otherwise unchanged messages, so each keeps its own type.
  return rewrite(messages, (node) =>
    isCarrier(node) ? { replaced: retired.has(node) ? withoutImages(node, removedPlaceholder) : node } : undefined,
  ) as readonly M[];
}

/** How many of the oldest carriers to retire. */
export function retireCount({ carriers, uploads }: ImageCensus, policy: BatchedPolicy): number {
  const maxBlocks = blockLimit({ carriers, uploads }, policy);
  const over = (load: { blocks: number; bytes: number }) => load.blocks > maxBlocks || load.bytes > policy.maxBytes;
  const left = carriers.reduce(add, uploads);
  if (!over(left)) return 0;
  const spare = Math.max(0, carriers.length - policy.floor);
  if (over(uploads)) return spare;
  const needed = fewestToFit(carriers, left, over);
  const quantum = Math.max(1, Math.min(policy.batch, policy.maxBlocks - policy.floor));
  const wholeBatches = Math.ceil(needed / quantum) * quantum;
  return Math.max(needed, Math.min(wholeBatches, spare));
}

type Load = Pick<ImageLoad, 'blocks' | 'bytes'>;

const add = (sum: Load, { load }: { readonly load: Load }): Load => ({ blocks: sum.blocks + load.blocks, bytes: sum.bytes + load.bytes });

function fewestToFit(carriers: ImageCensus['carriers'], total: Load, over: (load: Load) => boolean): number {
  let left = total;
  for (const [index, { load }] of carriers.entries()) {
    if (!over(left)) return index;
    left = { blocks: left.blocks - load.blocks, bytes: left.bytes - load.bytes };
  }
  return carriers.length;
}

function blockLimit({ carriers, uploads }: ImageCensus, policy: BatchedPolicy): number {
  if (policy.maxSmallBlocks === undefined) return policy.maxBlocks;
  const sizes = [...uploads.sizes, ...carriers.flatMap(({ load }) => load.sizes)];
  const allSmall = sizes.every((size) => size !== undefined && Math.max(size.width, size.height) <= smallSide);
  return allSmall ? policy.maxSmallBlocks : policy.maxBlocks;
}

/** The same tool result with each picture replaced by `text`, in the form its dialect allows there. */
export function withoutImages(carrier: Json, text: string): Json {
  if (isRecord(carrier.functionResponse)) return { ...carrier, functionResponse: withoutGeminiParts(carrier.functionResponse, text) };
  const replaced = rewrite(carrier, (node) => (isImagePart(node) ? { replaced: placeholderFor(node, text) } : undefined));
  return isRecord(replaced) ? replaced : carrier;
}

const placeholderFor = (part: Json, text: string): Json =>
  part.type === 'input_image' ? { type: 'input_text', text } : { type: 'text', text };

/** A function response's parts hold media only, so the note goes into the response object. */
function withoutGeminiParts(answer: Json, text: string): Json {
  const { parts, ...rest } = answer;
  const kept = Array.isArray(parts) ? parts.filter((part) => !isImagePart(part)) : [];
  const response = { ...(isRecord(answer.response) ? answer.response : {}), screenshot: text };
  return { ...rest, response, ...(kept.length > 0 ? { parts: kept } : {}) };
}
