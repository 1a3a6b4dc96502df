import { openPostgresStore } from '../../src/store/postgres-store.ts';
import { ensureDatabase, querying, urlOf } from './postgres.ts';
import { tablesWithoutUser } from './query-blocks.ts';

/** Directory tables, which are queried without a user. Everything else belongs to one. */
export const DIRECTORY_TABLES: Record<string, string> = {
  users: 'found by e-mail',
  api_keys: 'found by the digest of a key',
  passkeys: 'found by the id of a credential',
  sessions: 'found by the digest of a cookie',
  connected_hosts: 'found by its id',
  sign_in_records: 'found by the digest of a text that somebody brings',
  jobs: 'found by when they are due',
  messages: 'stands beside the jobs that follow from it',
  security_log: 'tells of all users, and of requests from nobody known',
  kith_schema: 'has one row, about the database itself',
};

/** Collects every statement that kith sends in a test run, to check afterwards that each block names its user. */
export function statementCollector() {
  const seen = new Set<string>();
  let rest = '';
  return {
    onLog(text: string): void {
      const lines = (rest + text).split('\n');
      rest = lines.pop()!;
      // Further lines of a statement begin with a tab.
      let statement: string | undefined;
      for (const line of lines) {
        if (statement !== undefined && line.startsWith('\t')) statement += ` ${line.trim()}`;
        else {
          if (statement !== undefined) seen.add(statement);
          statement = /^kith\|LOG: {2}execute <unnamed>: (.*)/.exec(line)?.[1];
        }
      }
      if (statement !== undefined) seen.add(statement);
    },
    tenantTables,
    async check(tables: string[]): Promise<void> {
      const wrong: string[] = [];
      for (const statement of seen) {
        const without = await tablesWithoutUser(statement, tables);
        if (without.length > 0) wrong.push(`${without.join(', ')} in: ${statement}`);
      }
      if (wrong.length === 0) return;
      // An error after the last test is reported, but would not fail the run.
      process.exitCode = 1;
      throw new Error(`blocks without user_id = $n of their own:\n${wrong.join('\n')}`);
    },
  };
}

/** The tables and views of a new database with users' rows. */
export async function tenantTables(): Promise<string[]> {
  const url = urlOf('kith_tables');
  await ensureDatabase(url);
  await (await openPostgresStore(url)).close();
  return querying(url, async (client) => {
    const { rows } = await client.query(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    );
    return rows.map(({ name }) => String(name)).filter((name) => !(name in DIRECTORY_TABLES));
  });
}
