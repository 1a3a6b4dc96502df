// Runs the API-only tests in test/api against a remote service.
//   npm run test:api -- --base-url URL --key KEY [--key KEY …] --empty-accounts
// Two and three keys, of different users, add the tests with several people.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

/** By the number of users they need. */
const FILES = [
  ['agenda-none', 'bad-input', 'custom-fields', 'model', 'paging'],
  ['group-members', 'timeline'],
  ['groups', 'views'],
];

const { values } = parseArgs({
  options: {
    'base-url': { type: 'string' },
    key: { type: 'string', multiple: true, default: [] },
    'empty-accounts': { type: 'boolean', default: false },
  },
});
const { 'base-url': baseUrl, key: keys } = values;
if (!baseUrl || keys.length === 0 || !values['empty-accounts']) {
  process.stderr.write(`Usage: npm run test:api -- --base-url URL --key KEY [--key KEY …] --empty-accounts
Take users made for this: everything in their accounts is deleted, before each test that wants a new user.\n`);
  process.exit(2);
}

const files = FILES.slice(0, keys.length).flat();
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project=sqlite',
    '--no-file-parallelism',
    '--testTimeout=600000',
    '--hookTimeout=600000',
    ...files.map((name) => `test/api/${name}.test.ts`),
  ],
  {
    stdio: 'inherit',
    env: { ...process.env, KITH_TEST_BASE_URL: baseUrl.replace(/\/$/, ''), KITH_TEST_API_KEYS: keys.join(' ') },
  },
);
process.exitCode = status ?? 1;
