/** What the windows of the corpus show: rows with something secret beside rows that only look like it. */
export interface Row {
  readonly label: string;
  /** What is secret, or only looks like it. */
  readonly text: string;
  /** Ordinary words before it in the same text. */
  readonly lead?: string;
  /** `canvas` is painted without telling the accessibility tree. */
  readonly look: 'label' | 'entry' | 'password' | 'canvas';
  readonly secret: boolean;
}

export interface Scene {
  readonly id: string;
  readonly rows: readonly Row[];
}

/** What a window shows in a row. */
export const shownText = ({ lead = '', text }: Row): string => lead + text;

const row = (label: string, text: string, look: Row['look'], secret: boolean): Row => ({ label, text, look, secret });

/** Put together here, so that no scanner takes the corpus for a leak. */
const joined = (...parts: string[]) => parts.join('');

export const scenes: readonly Scene[] = [
  {
    id: 'login',
    rows: [
      row('Server', 'mail.corp.internal', 'entry', false),
      row('User', 'alice.liddell', 'entry', false),
      row('Password', 'correct-horse-battery', 'password', true),
      row('PIN', '4711', 'password', true),
      row('Recovery', 'alice@wonderland.example', 'label', true),
      row('Last login', '2024-11-15 20:44:12', 'label', false),
      row('Serial', '0000000000', 'label', false),
      row('Session', '11111111', 'entry', false),
      row('Hint', 'at least 8 characters ........', 'label', false),
      row('Badge', 'queen.of.hearts@cards.example', 'canvas', true),
    ],
  },
  {
    id: 'keys',
    rows: [
      row('Access key', joined('AKIA', 'Q3EXAMPLE7RT2WX9'), 'label', true),
      row('Token', joined('ghp', '_R4nd0mT0k3nV4lu3s9XyZ8wQ7mN6bV5cX4z'), 'entry', true),
      row('Model key', joined('sk-', 'proj-Zm9vYmFyMTIzNDU2Nzg5MGFiY2RlZg'), 'label', true),
      { ...row('Shell', 'tr0ub4dor-and-3', 'label', true), lead: joined('PASS', 'WORD=') },
      row('Version', '120.0.6099.109 (Official Build)', 'label', false),
      row('File', 'screenshot-2024-11-15-204412.png', 'label', false),
      row('Commit', '8852ec9 fix: keep the pointer still', 'label', false),
      row('Path', '/usr/share/applications/org.gnome.Calc', 'entry', false),
      row('Painted', joined('xoxb', '-4815162342-AbCdEfGhIjKlMnOp'), 'canvas', true),
      row('Painted too', 'Internationalization settings', 'canvas', false),
    ],
  },
  {
    id: 'billing',
    rows: [
      row('Card', '4111 1111 1111 1111', 'entry', true),
      row('Backup', '5500-0000-0000-0004', 'label', true),
      row('SSN', '078-05-1120', 'label', true),
      row('Invoice', 'mad.hatter@tea.example', 'canvas', true),
      row('CVC', '123456', 'password', true),
      row('Total', '1,234,567.89 EUR', 'label', false),
      row('Order', '100234 of 2024-11-15', 'label', false),
      row('Phone', '+49 30 1234567', 'entry', false),
      row('Items', 'Teapot, cups and saucers', 'label', false),
      row('Note', 'Deliver to the garden gate', 'canvas', false),
    ],
  },
  {
    id: 'letter',
    rows: [
      { ...row('Reply', 'white.rabbit@clock.example', 'label', true), lead: 'Please answer before noon to ' },
      { ...row('Subject', 'dormouse@tea.example', 'entry', true), lead: 'Invitation for ' },
      { ...row('Paid', '4012 8888 8888 1881', 'label', true), lead: 'The bill was paid with card ' },
      { ...row('Deploy', joined('glpat', '-Xk29QmT7vB4nLs8wRz'), 'label', true), lead: 'The runner uses ' },
      { ...row('Painted', 'cheshire@cat.example', 'canvas', true), lead: 'Ask the smile of ' },
      row('Greeting', 'Dear guests, the garden opens at nine', 'label', false),
      row('Meeting', 'Room 204, 2024-11-15 at 14:30', 'label', false),
      row('Ticket', 'ABC-1234 and DEF-5678 are done', 'entry', false),
      row('Signed', 'The Duchess', 'canvas', false),
    ],
  },
];
