/** What we run in a page to carry out or measure something; each is the source of one function, but for the first. */

/** What a page listens with can only be taken away from inside it. */
export const FORGET_QUESTION = `{
  for (const { listener, useCapture } of getEventListeners(window).beforeunload ?? []) removeEventListener('beforeunload', listener, useCapture);
  onbeforeunload = null;
}`;

/** Scrolls what a wheel at this place would, whether or not anything is drawn; false when nothing there can. */
export const SCROLL_AT = `(at, by) => {
  if (parent !== self) return undefined;
  const scrollIn = (root, { x, y }) => {
    let node = root.elementFromPoint(x, y);
    if (node?.shadowRoot && node.shadowRoot !== root && scrollIn(node.shadowRoot, { x, y })) return true;
    const inner = node?.localName === 'iframe' ? node.contentDocument : null;
    if (inner) {
      const frame = node.getBoundingClientRect();
      if (scrollIn(inner, { x: x - frame.x - node.clientLeft, y: y - frame.y - node.clientTop })) return true;
    }
    for (; node; node = node.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(node);
      const isWhole = node === node.ownerDocument.scrollingElement;
      if (!isWhole && !/auto|scroll/.test(by.x === 0 ? overflowY : overflowX)) continue;
      const { scrollLeft, scrollTop } = node;
      node.scrollBy({ left: by.x, top: by.y, behavior: 'instant' });
      if (node.scrollLeft !== scrollLeft || node.scrollTop !== scrollTop) return true;
    }
    return false;
  };
  return scrollIn(document, at);
}`;

/** How large the page is, in its own pixels, and how large those are. */
export const MEASURE = '() => ({ ratio: devicePixelRatio, width: innerWidth, height: innerHeight })';

/** Whether something was begun to be dragged since this was asked before, and the page let it be. */
export const DRAG_BEGAN = `() => {
  if (!globalThis.dragWatch) {
    globalThis.dragWatch = { started: undefined };
    addEventListener('dragstart', (event) => { globalThis.dragWatch.started = event; }, { capture: true });
  }
  const { started } = globalThis.dragWatch;
  globalThis.dragWatch.started = undefined;
  return started !== undefined && !started.defaultPrevented;
}`;
