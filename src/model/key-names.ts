import { editDistance } from '../kit/nearest.js';

/** One table for every way a key is named: X keysyms, xdotool, DOM codes, provider dialects, Windows names and macOS symbols. */
export const MODIFIERS = ['meta', 'ctrl', 'alt', 'shift', 'fn'] as const;
export type Modifier = (typeof MODIFIERS)[number];

export interface KeyEntry {
  /** The canonical name, used in `KeyCombo.key`. */
  readonly name: string;
  /** The X keysym name; `Uxxxx` for characters without a name of their own. */
  readonly keysym: string;
  /** What the key types without modifiers, if anything. */
  readonly text?: string;
  readonly modifier?: Modifier;
}

/** name, keysym, aliases separated by spaces; `_` inside an alias also allows `-`, a space or nothing there. */
type Row = readonly [name: string, keysym: string, aliases: string, text?: string];

/** Two-word spellings are missing on purpose: "win left" and "shift_left" are a modifier and an arrow key. */
const MODIFIER_ROWS: readonly (readonly [name: Modifier, keysyms: string, aliases: string])[] = [
  [
    'meta',
    'Super_L Super_R Meta_L Meta_R',
    'cmd command super win windows logo ⌘ ⊞ ❖ metaleft metaright winleft winright winkey windowskey leftwin rightwin lwin rwin osleft osright cmdleft cmdright commandleft commandright leftcmd rightcmd leftcommand rightcommand leftmeta rightmeta superleft superright leftsuper rightsuper',
  ],
  [
    'ctrl',
    'Control_L Control_R',
    'control ctl ⌃ ⎈ controlleft controlright ctrlleft ctrlright leftctrl rightctrl leftcontrol rightcontrol lcontrol rcontrol lctrl rctrl',
  ],
  [
    'alt',
    'Alt_L Alt_R',
    'option opt ⌥ ⎇ altleft altright leftalt rightalt optionleft optionright leftoption rightoption lalt ralt lmenu rmenu',
  ],
  ['shift', 'Shift_L Shift_R', '⇧ shiftleft shiftright leftshift rightshift lshift rshift'],
  ['fn', 'XF86Fn', 'function globe fnkey'],
];

/** Every way a modifier may be written. */
export const MODIFIER_SPELLINGS: readonly string[] = MODIFIER_ROWS.flatMap(([name, , aliases]) => [name, ...aliases.split(' ')]);

const NAMED_ROWS: readonly Row[] = [
  ['return', 'Return', 'enter ⏎ ↩ ↵ return_key enter_key line_feed newline', '\n'],
  ['escape', 'Escape', 'esc ⎋ escape_key'],
  ['backspace', 'BackSpace', 'back_space bksp bs ⌫ delete_backward'],
  ['delete', 'Delete', 'del ⌦ forward_delete delete_forward delete_key'],
  ['tab', 'Tab', '⇥ tab_key', '\t'],
  ['back_tab', 'ISO_Left_Tab', 'iso_left_tab ⇤'],
  ['space', 'space', 'space_bar spc ␣', ' '],
  ['up', 'Up', 'arrow_up up_arrow ↑ cursor_up'],
  ['down', 'Down', 'arrow_down down_arrow ↓ cursor_down'],
  ['left', 'Left', 'arrow_left left_arrow ← cursor_left'],
  ['right', 'Right', 'arrow_right right_arrow → cursor_right'],
  ['home', 'Home', '↖'],
  ['end', 'End', '↘'],
  ['page_up', 'Page_Up', 'pg_up prior ⇞'],
  ['page_down', 'Page_Down', 'pg_down pgdn pg_dn next ⇟'],
  ['insert', 'Insert', 'ins'],
  ['caps_lock', 'Caps_Lock', 'caps capital ⇪'],
  ['num_lock', 'Num_Lock', ''],
  ['scroll_lock', 'Scroll_Lock', ''],
  ['print', 'Print', 'print_screen prt_sc prt_scr prtscn prntscrn prnt_scrn snapshot sys_rq sys_req'],
  ['pause', 'Pause', ''],
  ['break', 'Break', ''],
  ['menu', 'Menu', 'context_menu apps applications application_menu ☰ ▤'],
  ['help', 'Help', ''],
  ['clear', 'Clear', '⌧'],
  ['select', 'Select', ''],
  ['undo', 'Undo', ''],
  ['redo', 'Redo', ''],
  ['find', 'Find', ''],
  ['cancel', 'Cancel', ''],
  ['altgr', 'ISO_Level3_Shift', 'alt_gr alt_graph iso_level3_shift mode_switch'],
  ['power', 'XF86PowerOff', 'power_off xf86poweroff power_button'],
  ['eject', 'XF86Eject', '⏏ xf86eject media_eject'],
  ['sleep', 'XF86Sleep', 'xf86sleep standby'],
  ['suspend', 'XF86Suspend', 'xf86suspend'],
  ['hibernate', 'XF86Hibernate', 'xf86hibernate'],
  ['log_off', 'XF86LogOff', 'xf86logoff'],
  ['lock_screen', 'XF86ScreenSaver', 'xf86screensaver screen_saver'],
  ['wake_up', 'XF86WakeUp', 'xf86wakeup'],
  ['volume_up', 'XF86AudioRaiseVolume', 'xf86audioraisevolume audio_volume_up'],
  ['volume_down', 'XF86AudioLowerVolume', 'xf86audiolowervolume audio_volume_down'],
  ['volume_mute', 'XF86AudioMute', 'xf86audiomute audio_volume_mute mute'],
  ['media_play', 'XF86AudioPlay', 'xf86audioplay play_pause media_play_pause'],
  ['media_stop', 'XF86AudioStop', 'xf86audiostop'],
  ['media_next', 'XF86AudioNext', 'xf86audionext next_track media_track_next media_next_track'],
  ['media_previous', 'XF86AudioPrev', 'xf86audioprev previous_track prev_track media_track_previous media_previous_track'],
  ['brightness_up', 'XF86MonBrightnessUp', 'xf86monbrightnessup'],
  ['brightness_down', 'XF86MonBrightnessDown', 'xf86monbrightnessdown'],
  ['browser_back', 'XF86Back', 'xf86back'],
  ['browser_forward', 'XF86Forward', 'xf86forward'],
  ['browser_refresh', 'XF86Refresh', 'xf86refresh'],
  ['browser_home', 'XF86HomePage', 'xf86homepage'],
  ['browser_search', 'XF86Search', 'xf86search'],
];

const PUNCTUATION_ROWS: readonly Row[] = [
  ['minus', 'minus', 'hyphen dash - oem_minus', '-'],
  ['plus', 'plus', '+ oem_plus', '+'],
  ['equal', 'equal', '= equals equal_sign', '='],
  ['comma', 'comma', ',', ','],
  ['period', 'period', '. dot full_stop', '.'],
  ['slash', 'slash', '/ forward_slash', '/'],
  ['backslash', 'backslash', '\\ back_slash intl_backslash', '\\'],
  ['semicolon', 'semicolon', '; semi_colon', ';'],
  ['colon', 'colon', ':', ':'],
  ['apostrophe', 'apostrophe', "' quote single_quote", "'"],
  ['quotedbl', 'quotedbl', '" double_quote', '"'],
  ['grave', 'grave', '` backtick back_quote back_tick quoteleft', '`'],
  ['asciitilde', 'asciitilde', '~ tilde', '~'],
  ['bracketleft', 'bracketleft', '[ left_bracket open_bracket', '['],
  ['bracketright', 'bracketright', '] right_bracket close_bracket', ']'],
  ['braceleft', 'braceleft', '{ left_brace open_brace', '{'],
  ['braceright', 'braceright', '} right_brace close_brace', '}'],
  ['parenleft', 'parenleft', '( left_paren open_paren', '('],
  ['parenright', 'parenright', ') right_paren close_paren', ')'],
  ['less', 'less', '< less_than', '<'],
  ['greater', 'greater', '> greater_than', '>'],
  ['question', 'question', '? question_mark', '?'],
  ['exclam', 'exclam', '! exclamation exclamation_mark', '!'],
  ['at', 'at', '@ at_sign', '@'],
  ['numbersign', 'numbersign', '# hash pound number_sign', '#'],
  ['dollar', 'dollar', '$', '$'],
  ['percent', 'percent', '%', '%'],
  ['asciicircum', 'asciicircum', '^ caret circumflex', '^'],
  ['ampersand', 'ampersand', '&', '&'],
  ['asterisk', 'asterisk', '* star', '*'],
  ['underscore', 'underscore', '_', '_'],
  ['bar', 'bar', '| pipe vertical_bar', '|'],
];

const KEYPAD_ROWS: readonly Row[] = [
  ['kp_enter', 'KP_Enter', 'numpad_enter num_enter keypad_enter ⌤', '\n'],
  ['kp_add', 'KP_Add', 'numpad_add add num_add keypad_plus', '+'],
  ['kp_subtract', 'KP_Subtract', 'numpad_subtract subtract num_subtract keypad_minus', '-'],
  ['kp_multiply', 'KP_Multiply', 'numpad_multiply multiply num_multiply keypad_multiply', '*'],
  ['kp_divide', 'KP_Divide', 'numpad_divide divide num_divide keypad_divide', '/'],
  ['kp_decimal', 'KP_Decimal', 'numpad_decimal decimal num_decimal keypad_decimal', '.'],
  ['kp_equal', 'KP_Equal', 'numpad_equal keypad_equal keypad_equals', '='],
  ['kp_home', 'KP_Home', ''],
  ['kp_end', 'KP_End', ''],
  ['kp_page_up', 'KP_Page_Up', 'kp_prior'],
  ['kp_page_down', 'KP_Page_Down', 'kp_next'],
  ['kp_up', 'KP_Up', ''],
  ['kp_down', 'KP_Down', ''],
  ['kp_left', 'KP_Left', ''],
  ['kp_right', 'KP_Right', ''],
  ['kp_insert', 'KP_Insert', ''],
  ['kp_delete', 'KP_Delete', ''],
  ['kp_begin', 'KP_Begin', ''],
];

const letters = Array.from('abcdefghijklmnopqrstuvwxyz', (c): Row => [c, c, `key_${c}`, c]);
const digits = Array.from('0123456789', (c): Row => [c, c, `digit_${c} digit${c}`, c]);
const keypadDigits = Array.from('0123456789', (c): Row => [`kp_${c}`, `KP_${c}`, `numpad_${c} numpad${c} num${c} keypad_${c}`, c]);
const functionKeys = Array.from({ length: 24 }, (_, i): Row => [`f${i + 1}`, `F${i + 1}`, `vk_f${i + 1}`]);

interface Index {
  readonly byName: ReadonlyMap<string, KeyEntry>;
  /** Keysyms of modifiers, case kept: `Super_L` is a key, `super_l` is super and l. */
  readonly byExactKeysym: ReadonlyMap<string, KeyEntry>;
  /** Names of more than one word, words joined by `_`. */
  readonly phrases: ReadonlyMap<string, KeyEntry>;
}

function buildIndex(): Index {
  const byName = new Map<string, KeyEntry>();
  const byExactKeysym = new Map<string, KeyEntry>();
  const phrases = new Map<string, KeyEntry>();
  const rows = [...letters, ...digits, ...functionKeys, ...NAMED_ROWS, ...PUNCTUATION_ROWS, ...KEYPAD_ROWS, ...keypadDigits];
  for (const [name, keysym, aliases, text] of rows) {
    const entry: KeyEntry = text === undefined ? { name, keysym } : { name, keysym, text };
    for (const spelling of [name, keysym.toLowerCase(), ...aliases.split(' ').filter(Boolean)]) {
      if (/\w_\w/.test(spelling)) phrases.set(spelling, entry);
      byName.set(spelling, entry).set(spelling.length > 1 ? spelling.replaceAll('_', '') : spelling, entry);
    }
  }
  for (const [modifier, keysyms, aliases] of MODIFIER_ROWS) {
    const [keysym = '', ...more] = keysyms.split(' ');
    const entry: KeyEntry = { name: modifier, keysym, modifier };
    for (const spelling of [modifier, ...aliases.split(' ')]) byName.set(spelling, entry);
    for (const exact of [keysym, ...more]) byExactKeysym.set(exact, entry);
  }
  return { byName, byExactKeysym, phrases };
}

const index = buildIndex();

const MOST_WORDS = 4;

/** The key a single name stands for, in any dialect; any other single character is a key of its own. */
export function findKey(name: string): KeyEntry | undefined {
  const lower = name.toLowerCase();
  const found = index.byExactKeysym.get(name) ?? index.byName.get(lower);
  if (found) return found;
  if (name === ' ') return index.byName.get('space');
  const [only, ...rest] = Array.from(lower);
  if (only === undefined || rest.length > 0 || /[\s\p{C}\p{M}]/u.test(only)) return undefined;
  const code = only.codePointAt(0) ?? 0;
  return { name: only, keysym: `U${code.toString(16).toUpperCase().padStart(4, '0')}`, text: only };
}

/** The longest name of several words that `words` starts with ("page", "down"). */
export function findKeyPhrase(words: readonly string[]): { entry: KeyEntry; words: number } | undefined {
  for (let count = Math.min(MOST_WORDS, words.length); count > 1; count--) {
    const entry = index.phrases.get(words.slice(0, count).join('_').toLowerCase());
    if (entry) return { entry, words: count };
  }
  return undefined;
}

/** The X keysym name of a canonical key. */
export const keysymOf = (key: string): string | undefined => findKey(key)?.keysym;

/** Up to three canonical names spelled nearly like `name`. */
export function suggestKeys(name: string): string[] {
  const wanted = name
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '')
    .slice(0, 32);
  const limit = wanted.length <= 3 ? 1 : 2;
  const best = new Map<string, number>();
  for (const [spelling, entry] of index.byName) {
    if (spelling.length < 2 || Math.abs(spelling.length - wanted.length) > limit) continue;
    const distance = editDistance(wanted, spelling);
    if (distance <= limit && distance < (best.get(entry.name) ?? Number.POSITIVE_INFINITY)) best.set(entry.name, distance);
  }
  return [...best]
    .sort((a, b) => a[1] - b[1])
    .slice(0, 3)
    .map(([key]) => key);
}
