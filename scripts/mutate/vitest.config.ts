import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import config from '../../vitest.config.ts';

/** In the order of the command line, the most relevant first. */
class AsNamed extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    const place = (path: string) => process.argv.findIndex((argument) => path.endsWith(argument));
    return [...files].sort((a, b) => place(a.moduleId) - place(b.moduleId));
  }
}

const [first] = config.test?.projects ?? [];
const sqlite = typeof first === 'object' && 'test' in first ? first.test : {};

/** One engine, without a PostgreSQL for each mutant, file by file, until the first failure. run.ts builds dist/. */
export default defineConfig({
  test: {
    ...sqlite,
    exclude: [],
    sequence: { sequencer: AsNamed },
    maxWorkers: 1,
    bail: 1,
    // A mutant may wait forever.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
