/** What nobody has to forbid: combinations that lock, end or wreck the session, and applications that hold keys and passwords. */
import { type ComboRule, compileComboRule } from './keys/combo-rule.js';

export type Platform = 'linux' | 'macos' | 'windows';

export interface ProtectedCombo {
  readonly combo: string;
  readonly effect: string;
  readonly platforms: readonly Platform[];
}

const EVERY: readonly Platform[] = ['linux', 'macos', 'windows'];
const functionKeys = Array.from({ length: 12 }, (_, i) => `f${i + 1}`);

export const PROTECTED_COMBOS: readonly ProtectedCombo[] = [
  { combo: 'cmd+shift+backspace', effect: 'empties the trash', platforms: EVERY },
  { combo: 'cmd+option+backspace', effect: 'deletes for good', platforms: EVERY },
  { combo: 'cmd+shift+delete', effect: 'empties the trash', platforms: ['macos'] },
  { combo: 'cmd+option+delete', effect: 'deletes for good', platforms: ['macos'] },
  { combo: 'cmd+ctrl+q', effect: 'locks the screen', platforms: EVERY },
  { combo: 'cmd+shift+q', effect: 'logs out', platforms: EVERY },
  { combo: 'cmd+option+shift+q', effect: 'logs out without asking', platforms: EVERY },
  { combo: 'cmd+option+escape', effect: 'force-quits applications', platforms: ['macos'] },
  { combo: 'ctrl+eject', effect: 'restarts, sleeps or shuts down', platforms: ['macos'] },
  { combo: 'cmd+option+eject', effect: 'puts the computer to sleep', platforms: ['macos'] },
  { combo: 'ctrl+shift+eject', effect: 'puts the display to sleep', platforms: ['macos'] },
  { combo: 'win+l', effect: 'locks the screen', platforms: ['linux', 'windows'] },
  { combo: 'ctrl+alt+delete', effect: 'ends the session', platforms: EVERY },
  { combo: 'alt+f4', effect: 'quits the application or the session', platforms: EVERY },
  { combo: 'ctrl+alt+backspace', effect: 'kills the display server', platforms: ['linux'] },
  { combo: 'ctrl+alt+l', effect: 'locks the screen', platforms: ['linux'] },
  { combo: 'ctrl+alt+escape', effect: 'force-quits a window', platforms: ['linux'] },
  { combo: 'ctrl+alt+shift+page_up', effect: 'restarts the computer', platforms: ['linux'] },
  { combo: 'ctrl+alt+shift+page_down', effect: 'shuts the computer down', platforms: ['linux'] },
  { combo: 'super+shift+e', effect: 'ends the session', platforms: ['linux'] },
  { combo: 'super+escape', effect: 'locks the screen', platforms: ['linux'] },
  ...functionKeys.map((key): ProtectedCombo => ({ combo: `ctrl+alt+${key}`, effect: 'switches to a text console', platforms: ['linux'] })),
  ...['power', 'sleep', 'suspend', 'hibernate', 'log_off', 'lock_screen'].map(
    (key): ProtectedCombo => ({ combo: key, effect: 'locks, sleeps or ends the session', platforms: EVERY }),
  ),
];

/** Matched like `forbidden_apps`. */
export const PROTECTED_APPS: readonly string[] = [
  '1password*',
  'com.agilebits.onepassword*',
  'bitwarden*',
  'keepass',
  'keepass2',
  'keepassx',
  'keepassxc',
  'keepassdx',
  'macpass',
  'strongbox',
  'enpass*',
  'lastpass*',
  'dashlane*',
  'nordpass*',
  'proton pass*',
  'me.proton.pass*',
  'roboform*',
  'keeper password manager',
  'keeperpasswordmanager',
  'buttercup',
  'pass',
  'qtpass',
  'gopass*',
  'password safe',
  'pwsafe',
  'secrets',
  'org.gnome.World.Secrets',
  'authenticator',
  'com.belmoussaoui.Authenticator',
  'authy*',
  'seahorse*',
  'org.gnome.seahorse.Application',
  'passwords and keys',
  'passwords',
  'com.apple.Passwords',
  'keychain access',
  'com.apple.keychainaccess',
  'securityagent',
  'kwalletmanager*',
  'kwalletd*',
  'org.kde.kwalletmanager*',
  'kleopatra',
  'gnome-keyring*',
  'gcr-prompter',
  'org.gnome.gcr*',
  'pinentry*',
  'ssh-askpass*',
  'ksshaskpass',
  'lxqt-openssh-askpass',
  'polkit-*',
  'lxpolkit',
  'lxqt-policykit-agent',
  'mate-polkit',
  'xfce-polkit',
  'consent',
  'credentialuibroker',
];

interface CompiledCombo {
  readonly rule: ComboRule;
  readonly effect: string;
  readonly platforms: readonly Platform[];
}

const compiled: readonly CompiledCombo[] = PROTECTED_COMBOS.flatMap(({ combo, ...entry }) => {
  const rule = compileComboRule(combo);
  return rule ? [{ ...entry, rule }] : [];
});

/** The platform's protected combinations, without those the policy file gives back. */
export const protectedCombos = (platform: Platform, allowed: readonly ComboRule[]): readonly CompiledCombo[] =>
  compiled.filter((entry) => entry.platforms.includes(platform) && !allowed.some((given) => sameKeys(given.keys, entry.rule.keys)));

const sameKeys = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => a.size === b.size && [...a].every((key) => b.has(key));
