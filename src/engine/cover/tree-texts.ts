import { type ElementNode, hasState } from '../../model/element.js';
import type { Window } from '../../model/window.js';
import type { TreeText } from '../../redaction/report.js';
import type { Call } from '../call.js';

/** A text and the element it was read from. */
export interface WindowText extends TreeText {
  readonly key: string;
  readonly window: Window;
  /** Where the picture's corner lies in window space. */
  readonly origin: { readonly x: number; readonly y: number };
}

/** Everything a window's tree says, also what an outline leaves out, in pixels counted from `origin`. Without a tree nothing. */
export async function readTreeTexts(call: Call, window: Window, origin: WindowText['origin']): Promise<WindowText[]> {
  const { access } = await call.backend();
  const limits = { maxElements: call.setting('snapshot_max_elements'), maxDepth: call.setting('snapshot_max_depth') };
  const tree = await access.read(window, { ...limits, signal: call.signal }).catch(() => undefined); // then only the pixels tell
  call.signal.throwIfAborted();
  const texts: WindowText[] = [];
  const visit = (node: ElementNode): void => {
    const { key, role, name, value, frame } = node;
    const isPassword = role === 'passwordfield' || hasState(node, 'password');
    const text = [name, value].filter(Boolean).join(' ').replaceAll(INVISIBLE, '');
    if (frame && (text !== '' || isPassword)) {
      const box = { x: frame.x - origin.x, y: frame.y - origin.y, width: frame.width, height: frame.height };
      texts.push({ key, window, origin, role, text, isPassword, box });
    }
    // What a password field contains is the password, however a toolkit splits it into children.
    if (!isPassword) for (const child of node.children) visit(child);
  };
  if (tree) visit(tree.root);
  return texts;
}

/** A key with an invisible character in the middle is still a key. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
