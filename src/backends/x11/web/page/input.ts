/** Input a page cannot tell from a person's, given to one page and to nothing else. */
import { delay } from '../../../../kit/clock.js';
import { pause } from '../../../../kit/pause.js';
import { poll } from '../../../../kit/poll.js';
import type { Button, Delivered, Direction } from '../../../../model/gesture.js';
import type { PagePoint, PageStep } from '../../../../model/page.js';
import type { CdpClient, CdpParams } from '../../../../wire/cdp/client.js';
import type { PageSession } from '../browser/browser-link.js';
import { characterKey, modifierBit, type PageKey, pageKey } from './keys.js';

const BUTTON_BITS: Readonly<Record<Button, number>> = { left: 1, right: 2, middle: 4 };
const WHEEL: Readonly<Record<Direction, readonly [number, number]>> = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };
/** What the page began, the browser tells a moment later. */
const DRAG_TOLD_MS = 5000;
/** CSS pixels; what one notch of a wheel scrolls. */
const NOTCH = 100;
/** Longer text goes in one piece, as from an input method: a page then sees input but no single keys. */
const MOST_KEYS = 1000;

interface HeldDrag {
  readonly data: CdpParams;
  entered: boolean;
}

export interface PageInputOptions {
  /** How a page scrolls that nobody sees: a wheel waits for the next picture, and none is drawn. */
  readonly scrollUnseen: ((at: PagePoint, by: PagePoint) => Promise<string | undefined>) | undefined;
  /** Tells, from the second time it is asked, whether the page began to drag something since the first. */
  dragBegan(): Promise<boolean>;
  readonly signal: AbortSignal;
}

export class PageInput {
  #at: PagePoint = { x: 0, y: 0 };
  #buttons = 0;
  #modifiers = 0;
  #clicks = 0;
  #drag: HeldDrag | undefined;
  #moved = false;
  #characters = 0;
  #hindered: string | undefined;

  constructor(
    private readonly client: CdpClient,
    private readonly session: PageSession,
    private readonly options: PageInputOptions,
  ) {}

  async perform(steps: readonly PageStep[]): Promise<Delivered> {
    const drags = steps.some((step, index) => step.kind === 'press' && steps[index + 1]?.kind !== 'release');
    if (drags) await Promise.all([this.#send('Input.setInterceptDrags', { enabled: true }), this.options.dragBegan()]);
    const stop = this.client.listen(({ method, params, session }) => {
      if (session === this.session.id && method === 'Input.dragIntercepted')
        this.#drag = { data: params.data as CdpParams, entered: false };
    });
    let done = 0;
    try {
      for (const step of steps) {
        if (this.#hindered !== undefined) break;
        await this.#step(step);
        done++;
      }
    } finally {
      stop();
      if (drags) this.#send('Input.setInterceptDrags', { enabled: false }).catch(() => undefined); // the page may be gone by now
    }
    const typed = steps.some(({ kind }) => kind === 'text') ? { characters: this.#characters } : {};
    return { steps: done, ...typed, notes: this.#hindered === undefined ? [] : [this.#hindered], confined: true };
  }

  async #step(step: PageStep): Promise<void> {
    switch (step.kind) {
      case 'move':
        return this.#move(step.to);
      case 'press':
        return this.#press(step.button);
      case 'release':
        return this.#release(step.button);
      case 'wheel':
        return this.#wheel(step.direction, step.ticks * NOTCH);
      case 'key_down':
        return this.#key(step.key, true);
      case 'key_up':
        return this.#key(step.key, false);
      case 'text':
        return this.#type(step.text, step.delayMs);
      case 'pause':
        return pause(step, this.options.signal);
    }
  }

  async #move(to: PagePoint): Promise<void> {
    if (to.x !== this.#at.x || to.y !== this.#at.y) this.#clicks = 0;
    this.#at = to;
    this.#moved = this.#buttons !== 0;
    if (!this.#drag) await this.#mouse('mouseMoved', { button: this.#buttons & 1 ? 'left' : 'none' });
    if (this.#drag) await this.#dragOver(this.#drag);
  }

  async #press(button: Button): Promise<void> {
    this.#buttons |= BUTTON_BITS[button];
    this.#clicks++;
    await this.#mouse('mousePressed', { button, clickCount: this.#clicks });
  }

  async #release(button: Button): Promise<void> {
    if (!this.#drag && this.#moved && (await this.options.dragBegan())) {
      await poll(() => this.#drag, { timeoutMs: DRAG_TOLD_MS, intervalMs: 5, signal: this.options.signal });
    }
    this.#buttons &= ~BUTTON_BITS[button];
    if (this.#drag) {
      await this.#dragOver(this.#drag);
      await this.#dragEvent('drop', this.#drag);
      this.#drag = undefined;
    }
    this.#moved = false;
    await this.#mouse('mouseReleased', { button, clickCount: this.#clicks });
  }

  async #wheel(direction: Direction, distance: number): Promise<void> {
    const [x, y] = WHEEL[direction].map((sign) => sign * distance);
    const by = { x: x ?? 0, y: y ?? 0 };
    if (!this.options.scrollUnseen) return this.#mouse('mouseWheel', { deltaX: by.x, deltaY: by.y });
    this.#hindered = await this.options.scrollUnseen(this.#at, by);
  }

  /** A page takes no notice of what never entered it; that a drag began may be told before or after the move that began it is answered. */
  async #dragOver(drag: HeldDrag): Promise<void> {
    if (!drag.entered) await this.#dragEvent('dragEnter', drag);
    drag.entered = true;
    await this.#dragEvent('dragOver', drag);
  }

  #dragEvent(type: 'dragEnter' | 'dragOver' | 'drop', { data }: HeldDrag): Promise<void> {
    return this.#send('Input.dispatchDragEvent', { type, ...this.#at, data, modifiers: this.#modifiers });
  }

  #mouse(type: string, more: CdpParams): Promise<void> {
    return this.#send('Input.dispatchMouseEvent', { type, ...this.#at, buttons: this.#buttons, modifiers: this.#modifiers, ...more });
  }

  async #key(name: string, down: boolean): Promise<void> {
    const key = pageKey(name);
    if (!key) {
      this.#hindered = `no page has a key "${name}"`;
      return;
    }
    if (down) this.#modifiers |= modifierBit(name);
    else this.#modifiers &= ~modifierBit(name);
    await this.#strike(key, down);
  }

  /** Text goes with a key only while no command modifier is held. */
  #strike({ text, ...key }: PageKey, down: boolean): Promise<void> {
    const types = text !== undefined && (this.#modifiers & ~modifierBit('shift')) === 0;
    const shifted = types && this.#modifiers & modifierBit('shift') && /^[a-z]$/.test(text) ? text.toUpperCase() : text;
    const shown = types && key.key.length === 1 ? { ...key, key: shifted } : key;
    const type = !down ? 'keyUp' : types ? 'keyDown' : 'rawKeyDown';
    return this.#send('Input.dispatchKeyEvent', {
      type,
      ...shown,
      modifiers: this.#modifiers,
      ...(down && types ? { text: shifted } : {}),
    });
  }

  async #type(text: string, delayMs: number): Promise<void> {
    const characters = [...text.replaceAll('\r\n', '\n')];
    if (characters.length > MOST_KEYS && delayMs === 0) {
      await this.#send('Input.insertText', { text });
      this.#characters += characters.length;
      return;
    }
    for (const character of characters) {
      if (this.#hindered !== undefined) return;
      await this.#typeCharacter(character);
      this.#characters++;
      if (delayMs > 0) await delay(delayMs, this.options.signal);
    }
  }

  async #typeCharacter(character: string): Promise<void> {
    const key = character === '\n' ? pageKey('return') : character === '\t' ? pageKey('tab') : characterKey(character);
    if (!key || (key.code === '' && !/^[ -~]$/.test(character))) return this.#send('Input.insertText', { text: character });
    const upper = /^[A-Z]$/.test(character) ? { ...key, key: character, text: character } : key;
    await this.#strike(upper, true);
    await this.#strike(upper, false);
  }

  /** A dialog keeps its event unanswered until somebody closes it; the rest is then left undone and said so. */
  async #send(method: string, params: CdpParams): Promise<void> {
    const answered = this.client.call(method, params, { session: this.session.id, signal: this.options.signal });
    answered.catch(() => undefined);
    const opened = this.#dialogOpens();
    try {
      await Promise.race([answered, opened.promise]);
    } finally {
      opened.stop();
    }
  }

  #dialogOpens(): { promise: Promise<void>; stop(): void } {
    let stop = (): void => {};
    const promise = new Promise<void>((resolve) => {
      stop = this.client.listen(({ method, params, session }) => {
        if (session !== this.session.id || method !== 'Page.javascriptDialogOpening') return;
        this.#hindered = `the page asks: ${String(params.type)} "${String(params.message).slice(0, 200)}"`;
        resolve();
      });
    });
    return { promise, stop };
  }
}
