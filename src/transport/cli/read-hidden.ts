import type { ReadStream } from 'node:tty';
import { DriverError } from '../../errors/driver-error.js';

const END = /[\r\n\u0004]/;
const BACKSPACE = /[\b\u007f]/;
const INTERRUPT = '\u0003';

/** One line typed at the terminal without showing it. */
export function readHidden(input: ReadStream, show: (text: string) => void, prompt: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let typed = '';
    const stop = (finish: () => void): void => {
      input.off('data', onData);
      input.setRawMode(false);
      input.pause();
      show('\n');
      finish();
    };
    const onData = (chunk: Buffer): void => {
      for (const character of chunk.toString('utf8')) {
        if (END.test(character) || character === INTERRUPT) {
          const isOver = character !== INTERRUPT;
          stop(() => (isOver ? resolve(typed) : reject(new DriverError('cancelled', 'Nothing was stored.'))));
          return;
        }
        typed = BACKSPACE.test(character) ? Array.from(typed).slice(0, -1).join('') : typed + character;
      }
    };
    // Before the prompt is seen: what is typed at once must not show either.
    input.setRawMode(true);
    input.on('data', onData);
    input.resume();
    show(prompt);
  });
}
