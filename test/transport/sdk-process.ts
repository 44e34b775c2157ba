// The SDK in a process of its own, as a program that depends on the package uses it.
import type { Env } from '../support/parts/child.js';
import type { CallTool } from './calculator.js';
import { startLines } from './line-child.js';
import { root } from './product.js';

const script = `
  const [entry, options] = process.argv.slice(1);
  const { createDriver, DriverError } = await import(entry);
  const driver = await createDriver(JSON.parse(options));
  const refused = (error) => ({ error: { isDriverError: error instanceof DriverError, code: error.code, message: error.message, remedy: error.remedy } });
  let rest = '';
  for await (const chunk of process.stdin) {
    const lines = (rest + chunk).split('\\n');
    rest = lines.pop();
    for (const line of lines) {
      const { tool, input } = JSON.parse(line);
      const answer = await driver.call(tool, input).then((output) => ({ output }), refused);
      process.stdout.write(JSON.stringify(answer) + '\\n');
    }
  }
  await driver.close();
`;

export interface SdkProcess extends AsyncDisposable {
  readonly call: CallTool;
  end(): Promise<void>;
}

export function startSdk(env: Env, options: Record<string, unknown>, entry = `${root}dist/sdk/index.js`): SdkProcess {
  const child = startLines(process.execPath, ['--input-type=module', '-e', script, entry, JSON.stringify(options)], env);
  const call: CallTool = async (tool, input) => {
    const answer = (await child.ask({ tool, input })) as { output?: Record<string, unknown>; error?: { message: string } };
    if (answer.error) throw Object.assign(new Error(answer.error.message), answer.error);
    return answer.output ?? {};
  };
  return { call, end: () => child.end(), [Symbol.asyncDispose]: () => child.end() };
}
