import pg from 'pg';
import { settings } from '../../process/environment.ts';
import { counted, say } from '../../process/print.ts';
import { oneDatabase } from '../../service/data/open-data.ts';
import { KithError } from '../../shared/error.ts';
import { type Distribution, distributionOf } from '../../store/citus.ts';
import { distributeDatabase } from '../../store/postgres-migrate.ts';

interface DistributeOptions {
  dryRun?: true | undefined;
}

/** `kith distribute`: distributes the users of a PostgreSQL database across Citus workers. */
export async function runDistribute({ dryRun }: DistributeOptions): Promise<number> {
  if (settings.KITH_DATABASE_URL === undefined) {
    throw new KithError('BadRequest', 'The data is in a SQLite file, which cannot be distributed.', {
      hint: 'Set KITH_DATABASE_URL to a PostgreSQL database with Citus. Move the data with kith export and kith import.',
    });
  }
  const url = oneDatabase(settings.KITH_DATABASE_URL);
  // Copying rows can take long, so there is no statement timeout.
  const client = new pg.Client({ connectionString: url, application_name: 'kith distribute', statement_timeout: 0 });
  client.on('error', () => {});
  await client.connect();
  try {
    const planned = await distributionOf(client);
    await say(inWords(planned, dryRun === true));
    if (dryRun || (planned.tables.length === 0 && planned.done > 0)) return 0;
    await distributeDatabase(client);
    await say('Done.\n');
    return 0;
  } finally {
    await client.end();
  }
}

function inWords({ workers, tables, foreignKeys, done }: Distribution, each: boolean): string {
  if (tables.length === 0) {
    return done > 0
      ? `All ${done} user tables are distributed.\n`
      : `There are no tables yet. kith creates them and distributes them across ${counted(workers, 'worker')} by user_id.\n`;
  }
  const sum = (of: 'rows' | 'bytes') => tables.reduce((total, table) => total + table[of], 0);
  const all = `${counted(tables.length, 'table')}: about ${counted(sum('rows'), 'row')}, ${inMegabytes(sum('bytes'))}`;
  const lines = tables.map(
    ({ name, rows, bytes }) => `  ${name}: about ${counted(rows, 'row')}, ${inMegabytes(bytes)}`,
  );
  return [
    `Distributed across ${counted(workers, 'worker')} by user_id: ${all}.`,
    ...(each ? lines : []),
    `Copied to every worker: users. Dropped and re-created: ${counted(foreignKeys, 'foreign key')}.`,
    ...(done > 0 ? [`Already distributed: ${counted(done, 'table')}.`] : []),
    '',
  ].join('\n');
}

const inMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
