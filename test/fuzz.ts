// Sends random requests to every operation and checks each response against openapi.json. Fails on an internal error or
// an undeclared response.
//   npm run fuzz -- --requests 20000 [--seed N]
//   KITH_TEST_ENGINE=postgres npm run fuzz -- --requests 20000
//   npm run fuzz -- --base-url URL --key KEY      a running service; fills the account with random data
import { parseArgs } from 'node:util';
import { engine } from './support/engine.ts';
import { type FuzzResult, fuzz, type Tally } from './support/fuzz.ts';
import { describedOperations } from './support/openapi.ts';
import { startPostgres } from './support/postgres.ts';
import { seed as randomSeed } from './support/seed.ts';
import { apiAt, startService, type User } from './support/service.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(randomSeed) },
    'base-url': { type: 'string' },
    key: { type: 'string' },
  },
});
const perOperation = Math.ceil(Number(values.requests) / describedOperations.length);
const seed = Number(values.seed);

const started = performance.now();
const result = values['base-url'] ? await fuzz(remoteUser(), perOperation, seed) : await fuzzOwnService();
report(result);
process.exitCode = result.found.length === 0 ? 0 : 1;

function remoteUser(): User {
  const apiKey = values.key ?? '';
  return { ...apiAt(values['base-url']!.replace(/\/$/, ''), apiKey), id: '', email: '', apiKey };
}

async function fuzzOwnService(): Promise<FuzzResult> {
  const server = engine === 'postgres' ? await startPostgres() : undefined;
  if (server) process.env.KITH_TEST_POSTGRES = server.url('postgres');
  const service = await startService();
  try {
    const outcome = await fuzz(await service.user(), perOperation, seed);
    const faults = service.log().match(/^.*unexpected fault.*$/gm) ?? [];
    return { ...outcome, found: [...outcome.found, ...faults] };
  } finally {
    await service.stop();
    await server?.remove();
  }
}

function report({ tally, found }: FuzzResult): void {
  const all = total(tally);
  const statuses = [...all.keys()].sort();
  const row = (name: string, counts: Map<number, number>) =>
    [name.padEnd(34), ...statuses.map((status) => String(counts.get(status) ?? '').padStart(7))].join('');
  const count = [...all.values()].reduce((sum, n) => sum + n, 0);
  const seconds = ((performance.now() - started) / 1_000).toFixed(0);
  const lines = [
    row('operation', new Map(statuses.map((status) => [status, status]))),
    ...[...tally].map(([name, counts]) => row(name, counts)),
    row('all', all),
    '',
    `${count} requests of ${tally.size} operations in ${seconds} s on ${values['base-url'] ?? engine}, seed ${seed}: ${found.length} wrong answers`,
    ...found,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function total(tally: Tally): Map<number, number> {
  const all = new Map<number, number>();
  for (const counts of tally.values()) for (const [status, n] of counts) all.set(status, (all.get(status) ?? 0) + n);
  return all;
}
