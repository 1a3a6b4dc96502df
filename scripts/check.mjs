// Runs the checks of CONTRIBUTING.md, two at a time, and prints each one's output when it ends.
//   npm run check
import { spawn } from 'node:child_process';

const CHECKS = [
  'npm run types',
  'npm run lint',
  'npm run lint:imports',
  'npm run generate -- --check',
  'npm run prose',
  'npm run check:tool-size -- --check',
  'npm run check:tools',
  'node scripts/run.mjs scripts/check-api.ts',
  'node scripts/run.mjs scripts/check-security.ts',
  'node scripts/run.mjs scripts/check-docs.ts',
];

function run(check) {
  return new Promise((resolve) => {
    const child = spawn(check.replace('npm run', 'npm run --silent'), {
      shell: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => said.push(bytes));
    child.on('close', (code) => resolve({ code, said: Buffer.concat(said) }));
  });
}

async function work() {
  for (let check = CHECKS.shift(); check; check = CHECKS.shift()) {
    const { code, said } = await run(check);
    process.stdout.write(`${code === 0 ? 'passed' : 'FAILED'}: ${check}\n`);
    process.stdout.write(said);
    if (code !== 0) process.exitCode = 1;
  }
}

await Promise.all([work(), work()]);
