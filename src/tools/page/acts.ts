import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Act } from '../../engine/act.js';
import type { Call } from '../../engine/call.js';
import { DriverError } from '../../errors/driver-error.js';
import type { Window } from '../../model/window.js';
import { requireCombo } from '../../ops/require-combo.js';
import { secretNames } from '../../secrets/placeholder.js';
import { attachPage } from '../../verbs/page/attach.js';
import {
  answerDialog,
  chooseInPage,
  clickInPage,
  fieldInPage,
  type PageTarget,
  pressInPage,
  setFilesInPage,
  typeInPage,
} from '../../verbs/page/page-acts.js';
import { navigatePage, pageAddress, runInMain, runInPage, type ScriptOptions, type ScriptRun } from '../../verbs/page/run-in-page.js';
import { actAndReport } from '../act/report.js';
import { actWithText } from '../act/secret-text.js';
import { dialogPart, head, toRecord } from './reads.js';
import type { PageArguments, PageResult } from './schema.js';

const DEFAULT_SCRIPT_MS = 10_000;
const DEFAULT_RESULT_BYTES = 50_000;

export async function actInPage(call: Call, window: Window, input: PageArguments): Promise<PageResult> {
  if (input.action === 'execute_javascript' && input.process === 'main') {
    const run = runInMain(call, window, scriptOptions(input));
    return { ...head(input, 'inspector'), ...(await ranScript(call, run)) };
  }
  const target: PageTarget = { window, page: await attachPage(call, window, input.page_id) };
  if (input.action === 'execute_javascript') {
    const ran = await ranScript(call, runInPage(call, target, scriptOptions(input)));
    return { ...top(target, input), ...ran };
  }
  const outcome = await actAndReport(call, await actFor(call, target, input), input.capture_after);
  const told = input.action === 'navigate' ? { window, page: await attachPage(call, window, target.page.info.id) } : target;
  return { ...top(told, input), outcome, ...downloadsPart(await downloadsOf(call, window)) };
}

const top = ({ page }: PageTarget, input: PageArguments) => ({
  ...head(input, 'endpoint'),
  page: toRecord(page.info),
  ...dialogPart(page),
});

const scriptOptions = (input: PageArguments): ScriptOptions => ({
  source: needed(input, 'javascript'),
  timeoutMs: input.timeout_ms ?? DEFAULT_SCRIPT_MS,
  maxBytes: input.max_characters ?? DEFAULT_RESULT_BYTES,
});

async function ranScript(call: Call, run: ScriptRun): Promise<Pick<PageResult, 'result' | 'result_type' | 'truncated' | 'outcome'>> {
  const outcome = await actAndReport(call, run.act, false);
  const { json, type, truncated } = run.outcome();
  return {
    ...scriptResult(json, truncated),
    result_type: type,
    ...(truncated ? { truncated: { shown: json.length, total: json.length + 1, how: 'max_characters' } } : {}),
    outcome,
  };
}

/** JSON when it is whole; a cut one stays text. */
export function scriptResult(json: string, truncated: boolean): { result?: unknown } {
  if (json === 'undefined') return {};
  if (truncated) return { result: json };
  try {
    return { result: JSON.parse(json) as unknown };
  } catch {
    return { result: json }; // NaN, Infinity and big integers have no JSON
  }
}

/** Where the text holds {{secret:NAME}}, the field must be known to hide it. */
async function typing(call: Call, target: PageTarget, input: PageArguments, text: string, replace: boolean): Promise<Act> {
  const selector = needed(input, 'css_selector');
  const field = secretNames(text).length > 0 ? await fieldInPage(target, selector, call.signal) : undefined;
  return actWithText(call, text, async (typed) =>
    typeInPage(call, target, { selector, text: typed, replace, ...(field ? { field } : {}) }),
  );
}

async function actFor(call: Call, target: PageTarget, input: PageArguments): Promise<Act> {
  const selector = () => needed(input, 'css_selector');
  switch (input.action) {
    case 'navigate':
      return navigatePage(call, target, {
        leave: input.accept ?? false,
        url: pageAddress(needed(input, 'url')),
        timeoutMs: input.timeout_ms ?? DEFAULT_SCRIPT_MS,
      });
    case 'click':
      return clickInPage(call, target, selector(), { button: 'left', count: 1 });
    case 'double_click':
      return clickInPage(call, target, selector(), { button: 'left', count: 2 });
    case 'right_click':
      return clickInPage(call, target, selector(), { button: 'right', count: 1 });
    case 'type_text':
      return typing(call, target, input, needed(input, 'text'), false);
    case 'set_value':
      return typing(call, target, input, input.text ?? '', true);
    case 'press_key':
      return pressInPage(call, target, requireCombo(needed(input, 'text')));
    case 'select_option':
      return chooseInPage(call, target, selector(), needed(input, 'text'));
    case 'set_files':
      return setFilesInPage(call, target, selector(), (input.files ?? []).map(checkedFile));
    case 'answer_dialog':
      return answerDialog(call, target, { accept: input.accept ?? true, text: input.text });
    default:
      throw new DriverError('internal', `page: ${input.action} is no act.`);
  }
}

function needed(input: PageArguments, name: 'css_selector' | 'javascript' | 'url' | 'text'): string {
  const value = input[name];
  if (value === undefined) throw new DriverError('invalid_input', `page: ${input.action} needs ${name}.`, { expected: [name] });
  return value;
}

function checkedFile(path: string): string {
  const found = isAbsolute(path) ? statSync(path, { throwIfNoEntry: false }) : undefined;
  if (!found?.isFile()) throw new DriverError('invalid_input', `files: ${path} is not the absolute path of a file.`, { path });
  return path;
}

const downloadsOf = async (call: Call, window: Window) => (await call.backend()).pages.downloads(window);

function downloadsPart(downloads: Awaited<ReturnType<typeof downloadsOf>>): Pick<PageResult, 'downloads'> {
  const running = downloads.filter(({ state }) => state === 'in_progress');
  if (running.length === 0) return {};
  return {
    downloads: running.map(({ url, fileName, path, state, receivedBytes }) => ({
      url,
      file_name: fileName,
      path,
      state,
      received_bytes: receivedBytes,
    })),
  };
}
