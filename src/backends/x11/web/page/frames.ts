/** All frames of a page, whichever process draws them, each with its place in the page. */
import type { FrameAnswer, PagePoint } from '../../../../model/page.js';
import type { CdpClient } from '../../../../wire/cdp/client.js';
import type { PageSession } from '../browser/browser-link.js';

interface Frame {
  readonly id: string;
  readonly url: string;
}

interface FrameTree {
  readonly frame: Frame;
  readonly childFrames?: readonly FrameTree[];
}

interface PlacedFrame extends Frame {
  readonly session: string;
  readonly offset: PagePoint;
}

const FRAME_MS = 2000;
const MAX_FRAMES = 50;

/** Apart from the page's own scripts, which could otherwise change what we see. */
const WORLD = 'offhand';

export interface Question {
  readonly source: string;
  readonly args: readonly unknown[];
}

export async function askFrames(client: CdpClient, page: PageSession, question: Question, signal: AbortSignal): Promise<FrameAnswer[]> {
  const [main, ...others] = await framesOf(client, page, signal);
  if (!main) return [];
  const asText = { ...question, source: asJson(question.source) };
  const ask = async (frame: PlacedFrame): Promise<FrameAnswer> => {
    const { value } = await callIn(client, frame, { ...asText, returnByValue: true }, signal);
    return { url: frame.url, offset: frame.offset, value: typeof value === 'string' ? (JSON.parse(value) as unknown) : undefined };
  };
  const answer = await ask(main);
  const rest = await Promise.allSettled(others.map(ask));
  // A frame may go away or hang by itself; the page is not held up by it.
  return [answer, ...rest.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))];
}

/** Text goes from the page to us in half the time that an object of many parts takes. */
const asJson = (source: string): string => `(...args) => JSON.stringify((${source})(...args))`;

export interface FoundObject {
  readonly session: string;
  readonly objectId: string;
}

/** The first frame's answer that is an object, as a handle to it. */
export async function findInFrames(
  client: CdpClient,
  page: PageSession,
  question: Question,
  signal: AbortSignal,
): Promise<FoundObject | undefined> {
  for (const frame of await framesOf(client, page, signal)) {
    const { objectId } = await callIn(client, frame, { ...question, returnByValue: false }, signal);
    if (objectId !== undefined) return { session: frame.session, objectId };
  }
  return undefined;
}

/** The process that draws the page comes first; frames of other sites are placed by whichever process holds their element. */
async function framesOf(client: CdpClient, page: PageSession, signal: AbortSignal): Promise<PlacedFrame[]> {
  const at = { client, signal };
  const found = await placeTree(at, page.id, { x: 0, y: 0 });
  const corners = new Map<string, PagePoint>([[page.id, { x: 0, y: 0 }]]);
  for (const [frameId, session] of page.frames) {
    for (const [holder, corner] of [...corners]) {
      const place = await placeOf(at, holder, frameId);
      if (!place) continue;
      corners.set(session, plus(corner, place));
      found.push(...(await placeTree(at, session, plus(corner, place)).catch(() => []))); // it hangs, or left
      break;
    }
    if (found.length >= MAX_FRAMES) break;
  }
  return found;
}

interface At {
  readonly client: CdpClient;
  readonly signal: AbortSignal;
}

const plus = (a: PagePoint, b: PagePoint): PagePoint => ({ x: a.x + b.x, y: a.y + b.y });

async function placeTree(at: At, session: string, corner: PagePoint): Promise<PlacedFrame[]> {
  const { frameTree } = await at.client.call<{ frameTree: FrameTree }>(
    'Page.getFrameTree',
    {},
    { session, timeoutMs: FRAME_MS, signal: at.signal },
  );
  const inner = await Promise.all(
    descendants(frameTree).map(async ({ frame }): Promise<PlacedFrame[]> => {
      const place = await placeOf(at, session, frame.id);
      return place ? [{ ...frame, session, offset: plus(corner, place) }] : [];
    }),
  );
  return [{ ...frameTree.frame, session, offset: corner }, ...inner.flat()];
}

const descendants = (tree: FrameTree): FrameTree[] =>
  (tree.childFrames ?? []).flatMap((child) => [child, ...descendants(child)]).slice(0, MAX_FRAMES);

/** The inner corner of the element that holds a frame, in the coordinates of the process that draws it; undefined when it shows nothing. */
async function placeOf({ client, signal }: At, session: string, frameId: string): Promise<PagePoint | undefined> {
  const options = { session, timeoutMs: FRAME_MS, signal };
  try {
    const { backendNodeId } = await client.call<{ backendNodeId: number }>('DOM.getFrameOwner', { frameId }, options);
    const { model } = await client.call<{ model: { content: readonly number[] } }>('DOM.getBoxModel', { backendNodeId }, options);
    const [x = 0, y = 0] = model.content;
    return { x, y };
  } catch {
    return undefined; // the owner is in another process, or has no box
  }
}

async function callIn(
  client: CdpClient,
  { id, session }: PlacedFrame,
  { source, args, returnByValue }: Question & { readonly returnByValue: boolean },
  signal: AbortSignal,
): Promise<{ readonly value?: unknown; readonly objectId?: string }> {
  const options = { session, timeoutMs: FRAME_MS, signal };
  const { executionContextId } = await client.call<{ executionContextId: number }>(
    'Page.createIsolatedWorld',
    { frameId: id, worldName: WORLD },
    options,
  );
  const { result, exceptionDetails } = await client.call<{
    result: { value?: unknown; objectId?: string };
    exceptionDetails?: { exception?: { description?: string } };
  }>(
    'Runtime.callFunctionOn',
    { functionDeclaration: source, executionContextId, arguments: args.map((value) => ({ value })), returnByValue },
    options,
  );
  if (exceptionDetails) throw new ScriptThrew(exceptionDetails.exception?.description ?? 'the script threw');
  return result;
}

/** A function of ours met something it could not do, such as a selector that is none. */
export class ScriptThrew extends Error {
  override readonly name = 'ScriptThrew';
}
