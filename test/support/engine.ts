import { createHash } from 'node:crypto';
import { ensureDatabase, TEMPLATE, urlOf } from './postgres.ts';

export const engine = process.env.KITH_TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
/** Whether this Node has a sufficient SQLite of its own. */
export const hasSqlite = major >= 24 || (major === 22 && minor >= 16);

export const TEST_SECRET = 'a secret of the tests, and of nothing else';

const made = new Map<string, Promise<unknown>>();

/**
 * Settings that make kith use the tested engine for this data folder. On PostgreSQL, each folder has its own database:
 * as after a first start, or `empty`.
 */
export async function engineSettings(dataDir: string, { empty = false } = {}): Promise<Record<string, string>> {
  if (engine === 'sqlite') return {};
  const url = databaseUrl(dataDir);
  if (!made.has(dataDir)) made.set(dataDir, ensureDatabase(url, empty ? undefined : TEMPLATE));
  await made.get(dataDir);
  return { KITH_DATABASE_URL: oneTaskOnly(throughPooler(url)), KITH_SECRET: TEST_SECRET };
}

/** The URL as kith uses it, through a pooler if the run has one. Tests connect without the pooler. */
function throughPooler(database: string): string {
  const { KITH_TEST_POOLER: pooler } = process.env;
  if (!pooler) return database;
  const url = new URL(database);
  url.host = new URL(pooler).host;
  return url.href;
}

/** On Citus, a statement that would query more than its user's one shard fails. */
function oneTaskOnly(database: string): string {
  if (!process.env.KITH_TEST_CITUS_URL) return database;
  const url = new URL(database);
  url.searchParams.set('options', '-c citus.multi_task_query_log_level=error');
  return url.href;
}

export const databaseUrl = (dataDir: string): string =>
  urlOf(`kith_${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`);
