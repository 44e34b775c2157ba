/** A recording as a readable TypeScript program that does the same through the SDK. */
import type { ActionRecord, Expectation, PointRecord, Signature, VariableRecord, WindowFacts } from '../format.js';
import { isDamaged, type ReadTurn, type Recording } from '../reader.js';
import { comment, literal, propertyOf, quoted, textWithVariables } from './literal.js';
import { type Tail, tailsFor } from './program-tail.js';

const DROPPED: ReadonlySet<string> = new Set([
  'pid',
  'window_id',
  'element_index',
  'element_token',
  'snapshot_id',
  'capture_after',
  'screenshot_out_file',
]);

export function exportProgram(recording: Recording): string {
  const { session } = recording;
  const turns = recording.turns.filter((turn): turn is ReadTurn => !isDamaged(turn) && isCarriedOut(turn.action));
  const writer = new ProgramWriter();
  const body = turns.flatMap(({ action }) => writer.turn(action));
  const texts = textLines(session.variables, turns, writer);
  const tail = tailsFor(writer.used);
  return [
    comment(`Made from the recording ${quoted(session.name)} of ${session.started_at}.`),
    ...recording.turns.filter(isDamaged).map(({ turn }) => `// Turn ${turn} could not be read and is missing here.`),
    ...tail.imports,
    `import { createDriver } from ${quoted('offhand')};`,
    '',
    ...texts,
    `const driver = await createDriver({ client: ${quoted(session.name)} });`,
    'try {',
    ...body.map((line) => (line === '' ? '' : `  ${line}`)),
    '} finally {',
    '  await driver.close();',
    '}',
    tail.source,
  ].join('\n');
}

const isCarriedOut = ({ kind, result, not_replayable }: ActionRecord): boolean =>
  kind !== 'look' && result.ok && not_replayable === undefined;

function textLines(variables: readonly VariableRecord[], turns: readonly ReadTurn[], writer: ProgramWriter): string[] {
  const named = new Set(turns.flatMap(({ action }) => action.variables));
  const used = variables.filter(({ name }) => named.has(name));
  if (used.length === 0) return [];
  const lines = used.map(({ name, length, label, secret }) => {
    const kept = keptText(name, turns);
    if (kept === undefined) writer.used.add('text');
    const what = `${secret ? 'secret, ' : ''}${length} characters${label === '' ? '' : ` for “${label}”`}`;
    return `  ${literalKey(name)}: ${kept === undefined ? `given(${quoted(name.toUpperCase())})` : quoted(kept)}, ${comment(what)}`;
  });
  return ['const texts = {', ...lines, '};', ''];
}

const literalKey = (name: string): string => propertyOf('', name).replace(/^\.|^\[|\]$/g, '');

function keptText(name: string, turns: readonly ReadTurn[]): string | undefined {
  const input = turns.find(({ action }) => action.variables.includes(name))?.action.input;
  const text = input?.text ?? input?.value;
  return typeof text === 'string' && !/⟦|\[redacted/.test(text) ? text : undefined;
}

class ProgramWriter {
  readonly used = new Set<Tail>();
  readonly #windows = new Set<string>();

  turn(action: ActionRecord): string[] {
    const window = action.window ? this.#window(action.window) : [];
    return [comment(`${action.turn}. ${action.summary}`), ...window, ...this.#call(action), ...this.#expectations(action), ''];
  }

  #window(facts: WindowFacts): string[] {
    if (this.#windows.has(facts.ref)) return [];
    this.#windows.add(facts.ref);
    this.used.add('window');
    return [`const ${facts.ref} = await windowOf(${quoted(facts.app_id)}, ${textWithVariables(facts.title)});`];
  }

  #call(action: ActionRecord): string[] {
    const fields = [
      ...(action.window ? [`...${action.window.ref}`] : []),
      ...action.targets.map(
        ({ field, signature }) => `${field === 'element_token' ? 'element_index' : field}: await ${this.#element(action, signature)}`,
      ),
      ...this.#points(action),
      ...this.#plainFields(action),
    ];
    const call = `driver.${camelCase(action.tool)}(${fields.length === 0 ? '' : `{ ${fields.join(', ')} }`})`;
    if (action.kind !== 'check') return [`await ${call};`];
    return action.tool.startsWith('verify')
      ? [`if ((await ${call}).status !== 'satisfied') throw new Error('Turn ${action.turn} does not hold.');`]
      : [`await ${call};`];
  }

  #element({ window }: ActionRecord, signature: Signature): string {
    this.used.add('element');
    return `element(${window?.ref}, ${wanted(signature)})`;
  }

  /** Pixels of one pair become `...await pixel(…)`; pairs under other names and paths are spelt out. */
  #points({ window, points, input }: ActionRecord): string[] {
    const place = (point: PointRecord): string => {
      const under = point.under;
      this.used.add(under ? 'pixelOn' : 'pixel');
      return under
        ? `pixelOn(${window?.ref}, ${wanted(under.signature)}, ${literal(under.at)})`
        : `pixel(${window?.ref}, ${literal(point.at)})`;
    };
    const path = points.filter(({ x }) => x.startsWith('path.'));
    const pairs = points.filter(({ x }) => !x.startsWith('path.'));
    return [
      ...pairs.map((point) =>
        point.x === 'x' ? `...(await ${place(point)})` : `...renamed(${quoted(point.x)}, ${quoted(point.y)}, await ${place(point)})`,
      ),
      ...(path.length > 0 && Array.isArray(input.path)
        ? [`path: [${path.map((point) => `Object.values(await ${place(point)})`).join(', ')}]`]
        : []),
    ].map((field) => this.#named(field));
  }

  #named(field: string): string {
    const [, x, y, rest] = /^\.\.\.renamed\(('[^']+'), ('[^']+'), await (.*)\)$/s.exec(field) ?? [];
    return rest === undefined ? field : `...(await ${rest}.then(({ x, y }) => ({ ${x?.slice(1, -1)}: x, ${y?.slice(1, -1)}: y })))`;
  }

  #plainFields({ input, points, variables }: ActionRecord): string[] {
    const [name] = variables;
    const placed = new Set(points.flatMap(({ x, y }) => [x.split('.')[0] ?? x, y.split('.')[0] ?? y]));
    return Object.entries(input).flatMap(([field, value]) => {
      if (DROPPED.has(field) || placed.has(field) || field.endsWith('_element')) return [];
      const isTyped = name !== undefined && (field === 'text' || field === 'value') && typeof value === 'string';
      return [`${field}: ${isTyped ? propertyOf('texts', name) : literal(value)}`];
    });
  }

  #expectations({ expect, window }: ActionRecord): string[] {
    if (!window) return [];
    const statements = expect.flatMap((each) => predicateOf(each) ?? []);
    return statements.length === 0 ? [] : [`await driver.waitFor({ ...${window.ref}, expect: [${statements.slice(0, 4).join(', ')}] });`];
  }
}

function wanted({ role, label, position }: Signature): string {
  const several = position.count > 1 ? `, nth: ${position.ordinal + 1}, of: ${position.count}` : '';
  return `{ role: ${quoted(role)}, label: ${textWithVariables(label)}${several} }`;
}

const STATES: Readonly<Record<string, string>> = { checked: 'checked', pressed: 'checked', selected: 'selected', expanded: 'expanded' };

/** Only about things that can be named without doubt. */
function predicateOf(expected: Expectation): string | undefined {
  if (expected.kind === 'gone')
    return `{ element: { selector: { role: ${quoted(expected.role)}, label: ${textWithVariables(expected.label)} }, exists: false } }`;
  if (expected.kind !== 'element' || expected.signature.position.count !== 1 || expected.signature.label === '') return undefined;
  const { signature, value, states = {} } = expected;
  const checks = [
    ...(value === undefined || value.includes('[redacted') ? [] : [`value_equals: ${textWithVariables(value)}`]),
    ...Object.entries(states).flatMap(([state, isSo]) =>
      state === 'disabled' ? [`enabled: ${!isSo}`] : STATES[state] === undefined ? [] : [`${STATES[state]}: ${isSo}`],
    ),
  ];
  return `{ element: { ${[`selector: { role: ${quoted(signature.role)}, label: ${textWithVariables(signature.label)} }`, ...checks].join(', ')} } }`;
}

const camelCase = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
