import { transformSync } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { exportProgram } from '../../../src/recording/export/export-program.js';
import type { ActionRecord, SessionRecord } from '../../../src/recording/format.js';
import { actionOf, headerOf, signatureOf, windowOf } from './material.js';

const programOf = (actions: readonly Partial<ActionRecord>[], header: Partial<SessionRecord> = {}): string =>
  exportProgram({
    folder: '/r',
    session: headerOf(header),
    turns: actions.map((more, index) => ({ turn: index + 1, folder: '/r/t', action: actionOf(index + 1, more) })),
  });
/** The lines between `try {` and `} finally {`, without their indentation. */
const bodyOf = (program: string): string[] =>
  program
    .slice(program.indexOf('try {') + 6, program.indexOf('} finally'))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Whether a source leaves the process, in code as opposed to texts and comments. */
const exits = (source: string): boolean =>
  transformSync(source, { loader: 'ts', define: { 'process.exit': 'gotOut' } }).code.includes('gotOut');

describe('an exported program', () => {
  test('finds each window once and each element by what it is', () => {
    expect(bodyOf(programOf([{}, { summary: 'again' }]))).toEqual([
      '// 1. click button “7” in “Calculator”',
      "const w1 = await windowOf('calculator', 'Calculator');",
      "await driver.click({ ...w1, element_index: await element(w1, { role: 'button', label: '7' }) });",
      '// 2. again',
      "await driver.click({ ...w1, element_index: await element(w1, { role: 'button', label: '7' }) });",
    ]);
  });

  test('says which one of several elements alike it means', () => {
    const signature = { ...signatureOf('button', 'Add'), position: { ordinal: 2, count: 5, at: null } };
    const [, , click] = bodyOf(programOf([{ targets: [{ field: 'element_token', signature, frame: null, password: false }] }]));
    expect(click).toContain("element_index: await element(w1, { role: 'button', label: 'Add', nth: 3, of: 5 })");
  });

  test('leaves out looks, failed turns and what cannot be done again', () => {
    const program = programOf([
      { kind: 'look', tool: 'get_window_state' },
      { result: { ok: false, error: { code: 'stale_element', message: 'x' } } },
      { not_replayable: 'it needed a person' },
    ]);
    expect(bodyOf(program)).toEqual([]);
    expect(program).not.toContain('windowOf');
  });

  test('takes text that was not kept from the environment and writes out text that was', () => {
    const variables = [
      { name: 'e_mail', length: 7, turn: 1, label: 'E-mail', secret: false },
      { name: 'password', length: 9, turn: 2, label: '', secret: true },
    ];
    const typing = (name: string, text: string): Partial<ActionRecord> => ({ tool: 'type_text', input: { text }, variables: [name] });
    const program = programOf([typing('e_mail', 'a@b.org'), typing('password', '⟦password⟧')], { variables });
    expect(program).toContain("e_mail: 'a@b.org', // 7 characters for “E-mail”");
    expect(program).toContain("password: given('PASSWORD'), // secret, 9 characters");
    expect(program).toContain('text: texts.password');
    expect(program).toContain("import { env } from 'node:process';");
  });

  test('puts pixels on the element they lay on, or at their share of the window', () => {
    const at = { x: 0.25, y: 0.5 };
    const under = { signature: signatureOf('canvas', 'Map'), at: { x: 0.1, y: 0.9 } };
    const body = bodyOf(
      programOf([
        { targets: [], points: [{ x: 'x', y: 'y', at }], input: { x: 10, y: 20, count: 2 } },
        { tool: 'drag', targets: [], points: [{ x: 'from_x', y: 'from_y', at, under }], input: { from_x: 1, from_y: 2 } },
        { tool: 'drag', targets: [], points: [{ x: 'path.0.0', y: 'path.0.1', at }], input: { path: [[1, 2]] } },
      ]),
    );
    expect(body).toContain('await driver.click({ ...w1, ...(await pixel(w1, { x: 0.25, y: 0.5 })), count: 2 });');
    expect(body).toContain(
      "await driver.drag({ ...w1, ...(await pixelOn(w1, { role: 'canvas', label: 'Map' }, { x: 0.1, y: 0.9 }).then(({ x, y }) => ({ from_x: x, from_y: y }))) });",
    );
    expect(body).toContain('await driver.drag({ ...w1, path: [Object.values(await pixel(w1, { x: 0.25, y: 0.5 }))] });');
  });

  test('waits for what was so afterwards, where it can be named', () => {
    const body = bodyOf(
      programOf([
        {
          expect: [
            { kind: 'element', signature: signatureOf('checkbox', 'Sound'), states: { checked: true, disabled: false } },
            { kind: 'element', signature: signatureOf('textfield', 'Name'), value: '⟦name⟧ & co' },
            { kind: 'element', signature: signatureOf('textfield', ''), value: 'nameless' },
            { kind: 'gone', role: 'text', label: 'Loading' },
          ],
        },
      ]),
    );
    expect(body.at(-1)).toBe(
      "await driver.waitFor({ ...w1, expect: [{ element: { selector: { role: 'checkbox', label: 'Sound' }, checked: true, enabled: true } }, " +
        "{ element: { selector: { role: 'textfield', label: 'Name' }, value_equals: texts.name + ' & co' } }, " +
        "{ element: { selector: { role: 'text', label: 'Loading' }, exists: false } }] });",
    );
  });

  test('checks again what was checked', () => {
    const input = { expect: [{ element: { selector: { role: 'button' } } }] };
    const body = bodyOf(programOf([{ kind: 'check', tool: 'verify_state', targets: [], input }]));
    expect(body.at(-1)).toBe(
      "if ((await driver.verifyState({ ...w1, expect: [{ element: { selector: { role: 'button' } } }] })).status !== 'satisfied') throw new Error('Turn 1 does not hold.');",
    );
  });

  test('stays a program whatever was on the screen', () => {
    const nasty = `'); process.exit(1); // \\ \u2028process.exit(2); // \${x}\nprocess.exit(3);`;
    const variables = [{ name: 'x', length: 1, turn: 1, label: nasty, secret: false }];
    const program = programOf(
      [
        { summary: `click ${nasty}`, window: windowOf({ title: nasty }), targets: [] },
        { tool: 'type_text', input: { text: nasty }, targets: [], variables: ['x'] },
      ],
      { name: nasty, variables },
    );
    expect(program).toContain('process.exit');
    expect(exits(program)).toBe(false);
    expect(exits(`driver.click('${nasty}`)).toBe(true);
    const written = /windowOf\('calculator', ('.*?')\);$/msu.exec(program)?.[1] ?? '';
    expect(new Function(`return ${written}`)()).toBe(nasty);
  });

  test('names turns that could not be read', () => {
    const program = exportProgram({ folder: '/r', session: headerOf(), turns: [{ turn: 4, folder: '/r/t', damage: 'cut off' }] });
    expect(program).toContain('// Turn 4 could not be read and is missing here.');
  });
});
