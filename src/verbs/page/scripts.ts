/**
 * What we run in pages, apart from their own scripts. Each is the source of one function; its arguments are passed as data.
 * Everything found is bounded in the page, before it is sent.
 */

/** (maxLength) → { text, length } */
export const READ_TEXT = `(maxLength) => {
  const text = document.body ? document.body.innerText : (document.documentElement?.textContent ?? '');
  return { text: text.slice(0, maxLength), length: text.length };
}`;

/** Whether an element shows; Electron applications bring along browsers from before there was a question for it. */
const SHOWS = `(element, options) =>
  element.checkVisibility?.(options) ?? (element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden')`;

/** Matches in the document and in every open shadow tree, in document order. */
const FIND_ALL = `(selector) => {
  const found = [];
  const search = (root) => {
    for (const each of root.querySelectorAll(selector)) found.push(each);
    const elements = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
    for (let host = elements.nextNode(); host; host = elements.nextNode()) if (host.shadowRoot) search(host.shadowRoot);
  };
  search(document);
  return found;
}`;

/** (selector, attributes, limit, maxText) → { total, matches } */
export const QUERY_DOM = `(selector, attributes, limit, maxText) => {
  const all = (${FIND_ALL})(selector);
  const shows = ${SHOWS};
  const read = (element, name) => {
    if (name === 'value' && 'value' in element) return element.type === 'password' ? null : String(element.value);
    if (name === 'checked' && 'checked' in element) return String(element.checked);
    if ((name === 'href' || name === 'src') && typeof element[name] === 'string') return element[name];
    return element.getAttribute(name);
  };
  const matches = all.slice(0, limit).map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const shown = shows(element, { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });
    const text = (element.innerText ?? element.textContent ?? '').trim();
    const inView = x < innerWidth && y < innerHeight && x + width > 0 && y + height > 0;
    return {
      tag: element.localName,
      text: text.slice(0, maxText),
      ...(text.length > maxText ? { cut: text.length } : {}),
      attributes: Object.fromEntries(attributes.map((name) => [name, read(element, name)]).filter(([, value]) => value !== null)),
      rect: { x, y, width, height },
      visible: shown && width > 0 && height > 0,
      inView: shown && inView,
    };
  });
  return { total: all.length, matches };
}`;

/** (selector) → the input for files among its matches */
export const FIND_FILE_INPUT = `(selector) => (${FIND_ALL})(selector).find((each) => each.localName === 'input' && each.type === 'file')`;

/** (selector) → where a press would land on its first match, brought into view first */
export const LOCATE = `(selector) => {
  const all = (${FIND_ALL})(selector);
  const element = all.find((each) => (${SHOWS})(each)) ?? all[0];
  if (!element) return { total: 0 };
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const { x, y, width, height } = element.getBoundingClientRect();
  const at = { x: x + width / 2, y: y + height / 2 };
  const deepest = (root) => { const hit = root.elementFromPoint(at.x, at.y); return hit?.shadowRoot && hit.shadowRoot !== root ? (deepest(hit.shadowRoot) ?? hit) : hit; };
  const hit = deepest(document);
  const within = (node, outer) => { for (let each = node; each; each = each.parentNode ?? each.host) if (each === outer) return true; return false; };
  const link = element.closest('a[href]');
  const label = element.closest('label');
  const covered = hit && (within(hit, element) || within(element, hit) || (label && within(hit, label))) ? undefined : (hit ? '<' + hit.localName + (hit.id ? '#' + hit.id : '') + '>' : 'nothing');
  return {
    total: all.length, at, covered,
    ...(link && /^_(blank|new)$/i.test(link.target) ? { newTab: link.href } : {}),
    tag: element.localName, type: element.type ?? '', disabled: Boolean(element.disabled), visible: width > 0 && height > 0,
    name: (element.getAttribute('aria-label') ?? element.innerText ?? element.value ?? '').trim().slice(0, 60),
  };
}`;

/**
 * (selector, mode) → the field is focused, its caret put behind what is there or all of it selected, and told what it holds.
 * A selection made by a script leaves the person's own alone, one made by keys would take its place.
 */
export const FOCUS = `(selector, mode) => {
  const all = (${FIND_ALL})(selector);
  const element = all.find((each) => (${SHOWS})(each)) ?? all[0];
  if (!element) return { total: 0 };
  if (mode !== 'look') element.focus();
  const field = 'value' in element && typeof element.value === 'string';
  if (mode === 'all' && field) element.select();
  if (mode === 'end' && field) { try { element.setSelectionRange(element.value.length, element.value.length); } catch {} } // e-mail and number fields have no caret to set
  if (mode !== 'look' && element.isContentEditable) { getSelection().selectAllChildren(element); if (mode === 'end') getSelection().collapseToEnd(); }
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return {
    total: all.length,
    focused: active === element || element.contains(active),
    editable: field ? !element.readOnly && !element.disabled : element.isContentEditable,
    password: element.type === 'password',
    text: element.type === 'password' ? '' : field ? element.value : element.innerText,
    length: field ? element.value.length : element.innerText.length,
  };
}`;

/** (selector, option) → chooses an option by its label or value, as a page's own script would */
export const CHOOSE = `(selector, wanted) => {
  const select = (${FIND_ALL})(selector)[0];
  if (!select) return { total: 0 };
  const options = select.localName === 'select' ? [...select.options] : [];
  const plain = (text) => text.trim().toLowerCase();
  const option = options.find((each) => each.label === wanted || each.value === wanted) ?? options.find((each) => plain(each.label) === plain(wanted));
  if (!option || option.disabled || select.disabled) return { total: 1, options: options.slice(0, 30).map((each) => each.label) };
  if (select.multiple) option.selected = true; else select.value = option.value, option.selected = true;
  select.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  select.dispatchEvent(new Event('change', { bubbles: true }));
  return { total: 1, chosen: option.label, holds: option.selected };
}`;

/** (x, y, option) → chooses an option of the select at that place, unless it is null; gives what is chosen then */
export const CHOOSE_AT = `(x, y, wanted) => {
  if (window !== window.top) return null;
  let found = document.elementFromPoint(x, y);
  while (found?.shadowRoot?.elementFromPoint(x, y)) found = found.shadowRoot.elementFromPoint(x, y);
  const select = found?.closest('select');
  if (!select || select.disabled || select.multiple) return null;
  const option = wanted === null ? undefined : [...select.options].find((each) => !each.disabled && each.label.trim() === wanted.trim());
  if (option) {
    option.selected = true;
    select.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }
  return select.selectedOptions[0]?.label.trim() ?? '';
}`;

/** (shut) → whether the browser's own menu stays closed on a right click, whatever the page itself does with it */
export const SHUT_MENU = `(shut) => {
  globalThis.preventMenu = globalThis.preventMenu ?? ((event) => event.preventDefault());
  (shut ? addEventListener : removeEventListener)('contextmenu', globalThis.preventMenu);
}`;

/** (on) → a link is not followed by the page itself; without `on` it tells whether the page had a use of its own for the click */
export const HOLD_LINK = `(on) => {
  globalThis.linkClick = globalThis.linkClick ?? { used: false, take: (event) => { globalThis.linkClick.used = event.defaultPrevented; event.preventDefault(); } };
  (on ? addEventListener : removeEventListener)('click', globalThis.linkClick.take);
  return globalThis.linkClick.used;
}`;

/**
 * (on) → Ctrl+A is the page's to use; without `on` everything is selected in its stead where the page had no use for it.
 * Selected by the key itself, it would take the place of what the person has selected elsewhere.
 */
export const HOLD_SELECT_ALL = `(on) => {
  const own = (globalThis.selectAll = globalThis.selectAll ?? {
    wanted: false,
    take: (event) => { if (event.ctrlKey && event.key.toLowerCase() === 'a') { own.wanted = !event.defaultPrevented; event.preventDefault(); } },
  });
  (on ? addEventListener : removeEventListener)('keydown', own.take);
  if (on || !own.wanted) return false;
  own.wanted = false;
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  if (active && 'value' in active && typeof active.select === 'function') active.select();
  else getSelection().selectAllChildren((active?.isContentEditable && active) || document.body);
  return true;
}`;

/**
 * () → whether the page lets itself be left without asking. The browser's own question would come to the front, so the page is
 * asked instead.
 */
export const MAY_LEAVE = `() => {
  if (!navigator.userActivation.hasBeenActive) return true;
  const question = document.createEvent('BeforeUnloadEvent');
  question.initEvent('beforeunload', false, true);
  dispatchEvent(question);
  return !question.defaultPrevented && question.returnValue === '';
}`;

/** () → a short text that differs whenever the page shows or holds something else */
export const FINGERPRINT = `() => {
  let hash = 0;
  const mix = (text) => { for (let i = 0; i < text.length; i++) hash = (hash * 31 + text.charCodeAt(i)) | 0; };
  mix(document.body?.innerText ?? '');
  for (const field of document.querySelectorAll('input, textarea, select')) mix(field.value + field.checked);
  const active = document.activeElement;
  return [location.href, document.title, document.querySelectorAll('*').length, hash, active?.localName + '#' + active?.id, scrollX + ',' + scrollY].join(' ');
}`;

/** () → what the focused field of this frame holds; null when none is focused */
export const FOCUSED_FIELD = `() => {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  const field = active && 'value' in active && typeof active.value === 'string';
  if (!field && !active?.isContentEditable) return null;
  const text = field ? active.value : active.innerText;
  return { text: active.type === 'password' ? null : text, length: text.length };
}`;
