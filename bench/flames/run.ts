// Draws where a start, reads, writes, and an import spend their time, into docs/pictures/.
//   node scripts/run.mjs bench/flames/run.ts
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initialize, startJsonRpc } from '../../test/support/json-rpc.ts';
import { contactNumber, noteNumber, seedFolder } from '../seed.ts';
import { fold, type Profile, sourceNames } from './fold.ts';
import { picture } from './picture.ts';

const BUNDLE = 'node_modules/.cache/flames';
const PICTURES = 'docs/pictures';
const [WARM_UP, CALLS, CARDS] = [2_000, 6_000, 2_000];

const folder = mkdtempSync(join(tmpdir(), 'kith-flames-'));
try {
  execFileSync(process.execPath, ['scripts/build.mjs', '--readable', BUNDLE], { stdio: 'inherit' });
  writeFileSync(join(BUNDLE, 'package.json'), '{ "type": "module" }');
  const { dataDir, contactIds, email } = await seedFolder(join(folder, 'data'), 1_000);
  const env = { KITH_DATA_DIR: dataDir, KITH_USER: email, KITH_LOG_LEVEL: 'warn' };
  await drawStart(env);
  const contactOf = (number: number) => contactIds[(number * 37) % contactIds.length]!;
  await drawCalls('calls', 'get_contact by id over stdio, one call after the other', env, (number) => ({
    name: 'get_contact',
    arguments: { contactId: contactOf(number) },
  }));
  await drawCalls('writes', 'create_note over stdio, one call after the other', env, (number) => ({
    name: 'create_note',
    arguments: noteNumber(number, contactOf(number)),
  }));
  drawImport();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function drawStart(env: Record<string, string>): Promise<void> {
  const profiles = join(folder, 'start');
  const server = startJsonRpc(profiled(profiles, 100), env);
  await initialize(server);
  await server.request('tools/list');
  const end = now();
  server.child.stdin.end();
  await server.exited;
  draw('start', 'From the start of the process to its first list of tools', profiles, [0, end]);
}

async function drawCalls(
  name: string,
  title: string,
  env: Record<string, string>,
  callOf: (number: number) => object,
): Promise<void> {
  const profiles = join(folder, name);
  const server = startJsonRpc(profiled(profiles, 100), env);
  await initialize(server);
  const call = (number: number) => server.request('tools/call', callOf(number));
  for (let number = 0; number < WARM_UP; number++) await call(number);
  const begin = now();
  for (let number = 0; number < CALLS; number++) await call(number);
  const end = now();
  server.child.stdin.end();
  await server.exited;
  draw(name, title, profiles, [begin, end]);
}

function drawImport(): void {
  const profiles = join(folder, 'import');
  const file = join(folder, 'cards.vcf');
  writeFileSync(file, Array.from({ length: CARDS }, (_, number) => card(number)).join(''));
  const [command, ...args] = profiled(profiles, 500);
  const env = { ...process.env, KITH_DATA_DIR: join(folder, 'imported') };
  execFileSync(command!, [...args, 'import', file], { env, stdio: 'ignore' });
  draw('import', `Import of ${CARDS.toLocaleString('en')} cards with notes`, profiles, [0, Number.POSITIVE_INFINITY]);
}

function card(number: number): string {
  const { full_name, company, job_title, contact_emails, contact_phone_numbers } = contactNumber(number);
  const lines = [
    `FN:${full_name}`,
    `ORG:${company}`,
    `TITLE:${job_title}`,
    `EMAIL:${contact_emails[0]!.email}`,
    `TEL:${contact_phone_numbers[0]!.phone_number}`,
    `NOTE:${noteNumber(number, '').note}`,
  ];
  return ['BEGIN:VCARD', 'VERSION:4.0', ...lines, 'END:VCARD', ''].join('\r\n');
}

function profiled(profiles: string, microseconds: number): string[] {
  const options = ['--cpu-prof', `--cpu-prof-interval=${microseconds}`, `--cpu-prof-dir=${profiles}`];
  return [process.execPath, ...options, join(BUNDLE, 'cli.js')];
}

/** On the profiler's clock, in microseconds. */
function now(): number {
  return Number(process.hrtime.bigint() / 1_000n);
}

function draw(name: string, title: string, profiles: string, during: [number, number]): void {
  // Each thread writes its own. The main thread has number 0.
  const main = readdirSync(profiles).find((file) => /\.0\.\d+\.cpuprofile$/.test(file))!;
  const profile: Profile = JSON.parse(readFileSync(join(profiles, main), 'utf8'));
  const svg = picture(title, fold(profile, sourceNames(BUNDLE), during));
  mkdirSync(PICTURES, { recursive: true });
  const file = join(PICTURES, `flames-${name}.svg`);
  writeFileSync(file, svg);
  process.stdout.write(`${file}: ${svg.length} bytes\n`);
}
