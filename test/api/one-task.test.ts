import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiNames, operation as operationNamed } from '../../src/contract/operations.ts';
import { type ClockedService, startClockedService } from '../support/clocked.ts';
import { sampleRequest, send, successOf } from '../support/samples.ts';
import type { User } from '../support/service.ts';
import { idsFrom, makeWorld, type World } from '../support/world.ts';

// On Citus, each statement of a reading operation uses one shard, according to its plan (KITH_TEST_CITUS_URL,
// docs/scale.md). PRINT_PLANS=1 prints how many statements each operation uses.

interface Plan {
  statement: string;
  /** Number of shards in the query. */
  tasks: number;
}

const onCitus = process.env.KITH_TEST_CITUS_URL !== undefined;
const reading = apiNames.filter((name) => operationNamed(name).effect === 'read');
const asked = new Map<number, string[]>();
let service: ClockedService;
let ada: User;
let world: World;

beforeAll(async () => {
  if (!onCitus) return;
  service = await startClockedService();
  ada = (await service.user()) as User;
  world = await makeWorld(ada, 'planned');
});
afterAll(async () => {
  await service?.stop();
  if (process.env.PRINT_PLANS) process.stdout.write(`${table()}\n`);
});

/** Operations by their number of single-task statements. */
const table = (): string =>
  [
    '| statements of one task each | operations |',
    '|---:|---|',
    ...[...asked].sort(([a], [b]) => a - b).map(([count, names]) => `| ${count} | ${names.join(', ')} |`),
  ].join('\n');

/** The plans of this process's queries while `work` runs, each from the same connection with the statement's values. */
async function plansOf(work: () => Promise<unknown>): Promise<Plan[]> {
  const found: Promise<Plan>[] = [];
  const { prototype } = pg.Client;
  const query = prototype.query;
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [text, values] = args;
    if (typeof text === 'string' && Array.isArray(values) && /^\s*(select|with|insert|update|delete)\b/i.test(text)) {
      const explained = query.apply(this, [`explain ${text}`, values] as never) as unknown as Promise<pg.QueryResult>;
      found.push(explained.then(({ rows }) => ({ statement: text, tasks: tasksIn(rows) })));
    }
    return query.apply(this, args as never);
  } as typeof query;
  try {
    await work();
    return await Promise.all(found);
  } finally {
    prototype.query = query;
  }
}

const tasksIn = (rows: { 'QUERY PLAN': string }[]): number =>
  rows.reduce((sum, row) => sum + Number(/Task Count: (\d+)/.exec(row['QUERY PLAN'])?.[1] ?? 0), 0);

test.skipIf(!onCitus).each(reading)('%s queries one shard', async (name) => {
  const operation = operationNamed(name);
  let status = 0;
  const plans = await plansOf(async () => {
    ({ status } = await send(ada, operation, sampleRequest(operation, idsFrom(world, name))));
  });
  // No account is connected here, so provider requests are refused after the accounts were looked up.
  if (!operation.atProvider) expect(status).toBe(successOf(operation));
  expect(plans.filter(({ tasks }) => tasks !== 1)).toEqual([]);
  expect(plans.length).toBeGreaterThan(0);
  asked.set(plans.length, [...(asked.get(plans.length) ?? []), `\`${name}\``]);
});
