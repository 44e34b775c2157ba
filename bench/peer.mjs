// Runs the peer's driver in a process of its own and answers one JSON line per call: {tool, input} → {ms, output | error}.
import { createInterface } from 'node:readline';
import { CuaDriver } from '@trycua/cua-driver';

const driver = CuaDriver.create(undefined);
for await (const line of createInterface({ input: process.stdin })) {
  const { tool, input } = JSON.parse(line);
  const started = performance.now();
  try {
    const result = await driver.callTool(tool, JSON.stringify(input));
    const ms = performance.now() - started;
    process.stdout.write(
      `${JSON.stringify({ ms, output: JSON.parse(result.structuredJson ?? 'null'), isError: result.isError ?? false, text: result.text })}\n`,
    );
  } catch (error) {
    process.stdout.write(`${JSON.stringify({ ms: performance.now() - started, error: String(error) })}\n`);
  }
}
process.exit(0);
