/** What each toolkit does on X that a hand in the background has to know. Every cell was measured; see docs/delivery-matrix.md. */
export type ToolkitName =
  | 'gtk2'
  | 'gtk3'
  | 'gtk4'
  | 'firefox'
  | 'qt5'
  | 'qt6'
  | 'chromium'
  | 'tk'
  | 'swing'
  | 'sdl'
  | 'glfw'
  | 'libreoffice'
  | 'libreoffice_gtk3'
  | 'athena'
  | 'wine'
  | 'plain';

export interface Traits {
  readonly toolkit: ToolkitName;
  /** It grabs every pointer there is when it opens a popup: the person's stays frozen this long after a click, so that only that grab fails. */
  readonly freezeMs: number;
  /** The same for a drag, counted from its beginning: some grab only once they know that something is being dragged. */
  readonly dragFreezeMs: number;
  /** An open popup holds the keyboard too, so keys reach it wherever the pointer is. */
  readonly popupTakesKeyboard: boolean;
  /** It takes the keyboard focus by itself when clicked; a shield keeps the window manager from noticing. */
  readonly needsShield: boolean;
  /** It takes any keyboard that leaves a window for the person's, and that theirs is still there it believes only when the server says so. */
  readonly believesServerOnly: boolean;
  /** It activates itself when clicked unless it believes it is focused. */
  readonly wantsFocusIn: boolean;
  /** It believes so only when asked to take the focus, as window managers ask; keys before that go to whichever of its windows it believes in, or to none. */
  readonly wantsTakeFocus: boolean;
  /** Its programs have one focus between them, so an act in one takes the keyboard from the person in another. */
  readonly sharesFocus: boolean;
  /** A focus that came with the pointer or a key it gives up when the pointer leaves, and with it whatever focus its keyboard has then. */
  readonly dropsFocusOnLeave: boolean;
  /** It forgets that belief when a popup of its own closes. */
  readonly losesFocusToPopups: boolean;
  /** When a menu closes, it finds its own focus again only if a real keyboard was in the window before: the agent's, behind the shield. */
  readonly needsKeyboardForMenus: boolean;
  /** How many pings it must answer, one after the other, until it has heeded what came before the first. Qt queues events as it reads them and answers meanwhile: of 40 texts 2 were there after one answer and 3 ms, 35 after two, nearly all after three. */
  readonly answersUntilHeeded: number;
  /** `send`: key events sent to the window, which it accepts and which need no pointer. `seat`: the agent's own keyboard. */
  readonly keyRoute: 'seat' | 'send';
  /** How characters are typed that the keyboard layout does not have. `bare`: digits are known by their key alone, and a Shift ends the number. */
  readonly unicode: 'ctrl_shift_u' | 'ctrl_shift_u_bare' | 'spare_key' | 'none';
  /** It loses keys or takes the focus from the person when something follows a click sooner. */
  readonly afterClickMs: number;
  /** It drops a letter repeated without a pause. */
  readonly betweenKeysMs: number;
  /** It asks for the modifiers only once per frame, so a click must not come and go with them within one. */
  readonly frameMs: number;
  /** Clicks at one spot that follow each other sooner are one double click. */
  readonly multiClickMs: number;
  /** The same after two in a row, for a third. */
  readonly thirdClickMs: number;
  /** It holds the pointer from a press until it has handled the release, and must not hold it any more when the next gesture begins. */
  readonly holdsPointer: boolean;
  /** A pointer that comes in before it was seen to leave still counts as standing where it was: it is told that it left. */
  readonly missesLeave: boolean;
  /** What comes in goes on to the processes of its pages; what they answer comes later, and ends a number that is being spelled. */
  readonly passesInputOn: boolean;
  /** A page that is behind is shown only the last of the moves that wait for it, unless something else came in between. */
  readonly mergesMoves: boolean;
  /** It asks for one move at a time: those from before it has seen the press are lost, and the last waits for its next frame. */
  readonly asksForMoves: boolean;
  /** It brings itself to the front whenever something is dropped in it, so a drop is for the background only where that is declined. */
  readonly activatesOnDrop: boolean;
  /** It marks whatever was dropped in it and so takes the one selection of the display, which must not be somebody else's. */
  readonly marksDrops: boolean;
  /**
   * It reads its keymap only once it needs one, and ends when keymaps change after the keyboard it read it from is gone: what makes
   * it read it is to be told the state of a keyboard, or of a key.
   */
  readonly readsKeymapWhenTold: 'state' | 'key' | undefined;
  /**
   * What a starting program must have made to be done with its keymap once it knows it, and with asking for the devices it keeps to:
   * any helper, a window that may be focused, one that it may show; or it must have shown one.
   */
  readonly readsKeymapUntil: 'helper' | 'managed' | 'window' | 'shown';
}

const plain: Traits = {
  toolkit: 'plain',
  freezeMs: 0,
  dragFreezeMs: 0,
  popupTakesKeyboard: true,
  needsShield: false,
  believesServerOnly: false,
  wantsFocusIn: true,
  wantsTakeFocus: false,
  sharesFocus: false,
  dropsFocusOnLeave: false,
  losesFocusToPopups: false,
  needsKeyboardForMenus: false,
  answersUntilHeeded: 1,
  keyRoute: 'seat',
  unicode: 'spare_key',
  afterClickMs: 0,
  betweenKeysMs: 0,
  frameMs: 0,
  holdsPointer: false,
  missesLeave: false,
  multiClickMs: 500,
  thirdClickMs: 500,
  passesInputOn: false,
  mergesMoves: false,
  asksForMoves: false,
  activatesOnDrop: false,
  marksDrops: false,
  readsKeymapWhenTold: undefined,
  readsKeymapUntil: 'managed',
};

const gtk: Traits = {
  ...plain,
  toolkit: 'gtk3',
  unicode: 'ctrl_shift_u_bare',
  multiClickMs: 400,
  thirdClickMs: 800,
  readsKeymapWhenTold: 'state',
  readsKeymapUntil: 'window',
};
const qt: Traits = {
  ...plain,
  toolkit: 'qt5',
  freezeMs: 60,
  dragFreezeMs: 60,
  needsShield: true,
  losesFocusToPopups: true,
  multiClickMs: 400,
  answersUntilHeeded: 3,
  keyRoute: 'send',
};

export const traitsOf: Readonly<Record<ToolkitName, Traits>> = {
  plain,
  gtk2: { ...plain, toolkit: 'gtk2', readsKeymapWhenTold: 'key' },
  gtk3: gtk,
  gtk4: {
    ...gtk,
    toolkit: 'gtk4',
    thirdClickMs: 400,
    needsKeyboardForMenus: true,
    believesServerOnly: true,
    readsKeymapWhenTold: undefined,
    readsKeymapUntil: 'helper',
  },
  // A page tells its browser late what is selected, which then gives up the number that is being spelled.
  firefox: { ...gtk, toolkit: 'firefox', unicode: 'spare_key' },
  qt5: qt,
  qt6: { ...qt, toolkit: 'qt6' },
  chromium: {
    ...gtk,
    toolkit: 'chromium',
    unicode: 'ctrl_shift_u',
    freezeMs: 60,
    dragFreezeMs: 350,
    popupTakesKeyboard: false,
    keyRoute: 'send',
    multiClickMs: 500,
    thirdClickMs: 500,
    passesInputOn: true,
    mergesMoves: true,
    activatesOnDrop: true,
    readsKeymapWhenTold: undefined,
    readsKeymapUntil: 'managed',
  },
  tk: { ...plain, toolkit: 'tk', needsShield: true, dropsFocusOnLeave: true },
  swing: { ...plain, toolkit: 'swing', needsShield: true, wantsFocusIn: false, afterClickMs: 200 },
  sdl: { ...plain, toolkit: 'sdl', frameMs: 40, holdsPointer: true, missesLeave: true },
  glfw: { ...plain, toolkit: 'glfw', frameMs: 40 },
  athena: { ...plain, toolkit: 'athena', unicode: 'none' },
  wine: { ...plain, toolkit: 'wine', wantsTakeFocus: true, sharesFocus: true },
  // It takes note of the focus when it has nothing else to do: of 60 turns of the wheel right after it 17 were lost, of 160 after six answers none.
  libreoffice_gtk3: {
    ...gtk,
    toolkit: 'libreoffice_gtk3',
    answersUntilHeeded: 6,
    asksForMoves: true,
    marksDrops: true,
    readsKeymapUntil: 'shown',
  },
  libreoffice: { ...plain, toolkit: 'libreoffice', betweenKeysMs: 2, marksDrops: true },
};
