// Runs the checks of CONTRIBUTING.md, two at a time, and prints what each says once it has ended.
//   npm run check
import { spawn } from 'node:child_process';

const CHECKS = [
  'types',
  'lint',
  'walls',
  'generate -- --check',
  'api',
  'tokens -- --check',
  'surface',
  'security',
  'docs',
];

function run(check) {
  return new Promise((resolve) => {
    const child = spawn(`npm run --silent ${check}`, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => said.push(bytes));
    child.on('close', (code) => resolve({ code, said: Buffer.concat(said) }));
  });
}

async function work() {
  for (let check = CHECKS.shift(); check; check = CHECKS.shift()) {
    const { code, said } = await run(check);
    process.stdout.write(`${code === 0 ? 'passed' : 'FAILED'}: npm run ${check}\n`);
    process.stdout.write(said);
    if (code !== 0) process.exitCode = 1;
  }
}

await Promise.all([work(), work()]);
