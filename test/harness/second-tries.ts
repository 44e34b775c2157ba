// Says what went wrong the first time in tests that passed when tried again: that is lost otherwise.
import type { Reporter, TestCase } from 'vitest/node';

export default class SecondTries implements Reporter {
  readonly #told: string[] = [];

  onTestCaseResult(test: TestCase): void {
    const { state, errors = [] } = test.result();
    if (state !== 'passed') return;
    for (const { message, stack } of errors) this.#told.push(`${test.module.relativeModuleId} > ${test.fullName}\n${stack ?? message}\n`);
  }

  onTestRunEnd(): void {
    if (this.#told.length > 0) console.log(`\nPassed on their second try:\n\n${this.#told.join('\n')}`);
  }
}
