import { toDriverError } from '../../../errors/to-driver-error.js';
import { selfTest } from '../../../tools/manage/health.js';
import type { Command, CommandContext } from '../command.js';
import { paint } from '../terminal.js';

interface Finding {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly fix?: string | undefined;
}

export const doctor: Command = {
  name: 'doctor',
  usage: 'doctor',
  summary: 'Prove that everything works on this desktop; say what to do where it does not.',
  help: 'Opens a tiny window of its own, looks at it and clicks it in the background. Leftovers of crashed runs are cleaned up.',
  local: false,
  async run(context) {
    const { asJson, terminal } = context;
    const checks = [nodeVersion(), ...(await provedByBackend(context))];
    const ok = checks.every((check) => check.ok);
    if (asJson) terminal.stdout(`${JSON.stringify({ ok, checks }, undefined, 2)}\n`);
    else for (const check of checks) terminal.stdout(line(context, check));
    if (!asJson) terminal.stdout(ok ? '\nEverything works.\n' : '\nSomething does not work yet; the lines marked above say what to do.\n');
    return ok ? 0 : 4;
  },
};

function line({ terminal }: CommandContext, { name, ok, detail, fix }: Finding): string {
  const mark = ok ? paint(terminal, 'green', 'ok  ') : paint(terminal, 'red', 'FAIL');
  return `${mark} ${name.padEnd(32)} ${paint(terminal, 'dim', detail)}\n${!ok && fix ? `     fix: ${fix}\n` : ''}`;
}

function nodeVersion(): Finding {
  const major = Number(process.versions.node.split('.')[0]);
  return {
    name: 'Node.js',
    ok: major >= 20,
    detail: process.versions.node,
    ...(major >= 20 ? {} : { fix: 'Install Node.js 20 or newer.' }),
  };
}

async function provedByBackend({ driver }: CommandContext): Promise<Finding[]> {
  try {
    const result = selfTest.output.parse(await (await driver()).call(selfTest.name, {}));
    return result.checks;
  } catch (error) {
    const { message, remedy, code } = toDriverError(error);
    return [{ name: 'desktop', ok: false, detail: `${code}: ${message}`, fix: remedy }];
  }
}
