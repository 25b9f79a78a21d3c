// Vitest reporter that writes the errors outside of any test to a file, which Vitest's own report
// leaves out.
import { writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

/** Environment variable with the path of the file. */
export const UNHANDLED_FILE = 'UNHANDLED_FILE';

/** `file` is the absolute path of the test file that was running. */
export type UnhandledError = { file: string; message: string };

export default class UnhandledErrors implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter['onTestRunEnd']>>): void {
    const file = process.env[UNHANDLED_FILE];
    const told = errors.map((error): UnhandledError => {
      const { name = 'Error', message, VITEST_TEST_PATH: path } = error;
      return { file: String(path ?? 'unknown'), message: `${name}: ${message}` };
    });
    if (file) writeFileSync(file, JSON.stringify(told));
  }
}
