import type { Call } from '../../engine/call.js';
import { decideScreen, frontmostWindow } from '../../engine/judge/frontmost.js';
import { readWholeTree } from '../../engine/observe.js';
import { redactScreen } from '../../engine/redact.js';
import { DriverError } from '../../errors/driver-error.js';
import { encodeImage } from '../../image/encode.js';
import { delay } from '../../kit/clock.js';
import { type ElementNode, hasState } from '../../model/element.js';
import type { Rect } from '../../model/geometry.js';
import type { Op } from '../../ops/op.js';
import type { OpResult, OpTreeNode } from '../../ops/result.js';
import { oneLine } from '../../snapshot/text.js';

type OpOf<K extends Op['kind']> = Extract<Op, { kind: K }>;
type ResultOf<K extends OpResult['kind']> = Extract<OpResult, { kind: K }>;

/** Unscaled, so that a pixel of the picture is a pixel of the screen. */
export async function takeScreenshot(call: Call, { kind, region, redact }: OpOf<'screenshot'>): Promise<ResultOf<'screenshot'>> {
  const part = region === 'full' ? null : region;
  await decideScreen(call, kind);
  const raw = await (await call.backend()).capture.screen(part, call.signal);
  const { image, redaction } = await redactScreen(call, raw, redact || undefined, part);
  const { bytes, width, height } = await encodeImage(image, { format: 'png' });
  const regions = redaction?.regions;
  const redacted = Array.isArray(regions) && regions.length > 0;
  return { kind, format: 'png', data_b64: bytes.toString('base64'), width, height, redacted };
}

export async function readFrontTree(call: Call, { kind }: OpOf<'ax_tree'>): Promise<ResultOf<'ax_tree'>> {
  const window = await frontmostWindow(call);
  if (!window) throw new DriverError('no_window', 'No window is in front.');
  const { root } = await readWholeTree(call, window, kind);
  return { kind, tree: { app_id: window.appId, window_title: oneLine(window.title), root: treeNode(root, window.bounds) } };
}

/** Names and values are the application's words: one line each, and never what a password field holds. */
function treeNode(node: ElementNode, origin: Rect): OpTreeNode {
  const value = hasState(node, 'password') ? '' : oneLine(node.value ?? '');
  return {
    role: node.role,
    name: oneLine(node.name),
    ...(value === '' ? {} : { value }),
    bounds: node.frame && [node.frame.x + origin.x, node.frame.y + origin.y, node.frame.width, node.frame.height],
    children: node.children.map((child) => treeNode(child, origin)),
  };
}

export async function nameFrontmost(call: Call, { kind }: OpOf<'frontmost_app'>): Promise<ResultOf<'frontmost_app'>> {
  await call.engine.gate.decideRead(call, null, kind);
  return { kind, app_id: (await frontmostWindow(call))?.appId || null };
}

/** Timers take no more than 2³¹ ms at once. */
const LONGEST_TIMER_MS = 2_000_000_000;

export async function waitFor(call: Call, { kind, duration_ms: durationMs }: OpOf<'wait'>): Promise<ResultOf<'ok'>> {
  await call.engine.gate.decideRead(call, null, kind);
  for (let left = durationMs; left > 0; left -= LONGEST_TIMER_MS) await delay(Math.min(left, LONGEST_TIMER_MS), call.signal);
  return { kind: 'ok' };
}
