import { isEnvelope, textOf } from '../envelope/envelope.js';
import { removedPlaceholder, withoutImages } from './evict.js';
import { countImages, imagesIn, isCarrier, type Json, rewrite } from './image-parts.js';

export interface CompressOptions {
  /** Newest picture-bearing results left whole. */
  readonly keepImages?: number;
  /** Newest tool results whose text is left whole. */
  readonly keepResults?: number;
  /** Longer texts of older results are cut to this many characters; absent means texts stay. */
  readonly maxTextCharacters?: number;
}

/**
 * Prunes old tool results when a conversation must shrink: pictures go, their words stay, long texts are cut and say so.
 * Nothing is dropped whole, so every call keeps its answer.
 */
export function compressMessages<M>(messages: readonly M[], options: CompressOptions = {}): readonly M[] {
  const { keepImages = 3, keepResults = 6, maxTextCharacters } = options;
  const pictured = countImages(messages).carriers.map(({ node }) => node);
  const stripped = new Set(pictured.slice(0, Math.max(0, pictured.length - keepImages)));
  const all = carriersIn(messages);
  const cut = new Set(maxTextCharacters === undefined ? [] : all.slice(0, Math.max(0, all.length - keepResults)));
  if (stripped.size === 0 && cut.size === 0) return messages;
  return rewrite(messages, (node) => {
    if (!isCarrier(node)) return undefined;
    const pruned = stripped.has(node) ? strip(node) : node;
    return { replaced: cut.has(node) && maxTextCharacters !== undefined ? cutTexts(pruned, maxTextCharacters) : pruned };
  }) as readonly M[];
}

function carriersIn(messages: readonly unknown[]): readonly Json[] {
  const found: Json[] = [];
  rewrite(messages, (node) => {
    if (!isCarrier(node)) return undefined;
    found.push(node);
    return { replaced: node };
  });
  return found;
}

/** An envelope has a summary made for this; a bare parts list keeps its other parts. */
function strip(carrier: Json): Json {
  const summarised = rewrite(carrier, (node) =>
    isEnvelope(node) && imagesIn(node).length > 0 ? { replaced: `[screenshot removed] ${textOf(node)}` } : undefined,
  );
  return withoutImages(summarised === carrier ? carrier : (summarised as Json), removedPlaceholder);
}

const textKeys: ReadonlySet<string> = new Set(['content', 'text', 'text_summary', 'output', 'error']);

/** Cuts what a result says, never its ids. */
function cutTexts(carrier: Json, max: number): Json {
  const cutIn = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(cutIn);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, textKeys.has(key) && typeof item === 'string' ? shorten(item, max) : cutIn(item)]),
    );
  };
  return cutIn(carrier) as Json;
}

const shorten = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max)}\n[${text.length - max} older characters cut to save context]`;
