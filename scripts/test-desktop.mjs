// Runs the tests on real desktops. In CI a file that fails runs once more, alone and on fresh desktops: what passes then is
// named as flaky, what fails twice fails the run.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const scratch = mkdtempSync(join(tmpdir(), 'offhand-tests-'));
const report = join(scratch, 'report.json');
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

const run = (...args) =>
  spawnSync(
    'npx',
    [
      'vitest',
      'run',
      '--project',
      'desktop',
      '--reporter=default',
      '--reporter=./test/harness/second-tries.ts',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...args,
    ],
    {
      stdio: 'inherit',
    },
  ).status ?? 1;

function failedFiles() {
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
    return testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(process.cwd(), name));
  } catch {
    return [];
  }
}

const status = run(...process.argv.slice(2));
const again = status === 0 || !process.env.CI ? [] : failedFiles();
if (again.length === 0 || again.length > 5) process.exit(status);

console.log(`\nOnce more, one after the other: ${again.join(', ')}\n`);
const second = run('--maxWorkers=1', ...again);
console.log(second === 0 ? `\nFlaky, passed alone: ${again.join(', ')}` : '\nFailed twice.');
process.exit(second);
