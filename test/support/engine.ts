import { createHash } from 'node:crypto';
import { ensureDatabase, TEMPLATE, urlOf } from './postgres.ts';

export const engine = process.env.KITH_TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
/** Whether this Node has a SQLite of its own, and enough of it. */
export const hasSqlite = major >= 24 || (major === 22 && minor >= 16);

export const TEST_SECRET = 'a secret of the tests, and of nothing else';

const made = new Map<string, Promise<unknown>>();

/**
 * The settings that make a kith on this data folder use the engine under test. On PostgreSQL a folder stands for
 * a database of its own: as a first start leaves it, or `empty`.
 */
export async function engineSettings(dataDir: string, { empty = false } = {}): Promise<Record<string, string>> {
  if (engine === 'sqlite') return {};
  const url = databaseUrl(dataDir);
  if (!made.has(dataDir)) made.set(dataDir, ensureDatabase(url, empty ? undefined : TEMPLATE));
  await made.get(dataDir);
  return { KITH_DATABASE_URL: oneTaskOnly(throughPooler(url)), KITH_SECRET: TEST_SECRET };
}

/** As kith reaches it: where the run has a pooler, through that. What a test itself looks at, it looks at without. */
function throughPooler(database: string): string {
  const { KITH_TEST_POOLER: pooler } = process.env;
  if (!pooler) return database;
  const url = new URL(database);
  url.host = new URL(pooler).host;
  return url.href;
}

/** On Citus a statement that would ask more than the one shard of its user fails. */
function oneTaskOnly(database: string): string {
  if (!process.env.KITH_TEST_CITUS_URL) return database;
  const url = new URL(database);
  url.searchParams.set('options', '-c citus.multi_task_query_log_level=error');
  return url.href;
}

export const databaseUrl = (dataDir: string): string =>
  urlOf(`kith_${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`);
