import { localUser } from '../../src/identity/users/users.ts';
import { insertContacts, type NewContact, newContactRows } from '../../src/service/contact-rows/new-rows.ts';
import { createContact } from '../../src/service/contact-rows/save.ts';
import { almostCertainDuplicates } from '../../src/service/matching/check.ts';
import type { Context } from '../../src/service/runtime/context.ts';
import { newId } from '../../src/store/ids.ts';
import type { Db } from '../../src/store/store.ts';
import { makeDataset } from '../../test/data/duplicates/dataset.ts';
import { type Spread, short, spread, table, timed } from '../figures.ts';
import type { Engine } from './engines.ts';

export const CHECK = 'check on create';

const SIZE = 50_000;
const SEED = 7;
const NAME = `check-${SIZE}`;
const BATCH_SIZE = 500;
const WARM_UP = 20;

export interface CheckFigures {
  engine: string;
  size: number;
  took: Spread;
  /** Number of checks that reported a duplicate. */
  found: number;
}

/** The cost of checking whether a new contact already exists, in the generated address book. */
export async function measureCheck(
  engine: Engine,
  samples: number,
  tell: (progress: string) => void,
): Promise<CheckFigures> {
  tell(CHECK);
  const cards = makeDataset(SEED, SIZE + WARM_UP + samples).cards as NewContact[];
  const { data, close } = await engine.open(NAME);
  const user = await localUser(data.store);
  const took: number[] = [];
  let found = 0;
  for (const card of cards.slice(SIZE, SIZE + WARM_UP + samples)) {
    await data.store.write(
      user.user_id,
      async (db) => {
        const context = contextOver(db, user);
        const rows = newContactRows(context, newId(), card);
        await createContact(context, card, rows);
        let duplicates: unknown[] = [];
        took.push(
          await timed(async () => {
            duplicates = await almostCertainDuplicates(context, [rows]);
          }),
        );
        found += duplicates.length > 0 ? 1 : 0;
      },
      { keep: false },
    );
  }
  await close();
  return { engine: engine.name, size: SIZE, took: spread(took.slice(WARM_UP)), found };
}

/** Creates that address book if it is missing. */
export async function fillForCheck(engine: Engine, tell: (progress: string) => void): Promise<void> {
  if (await engine.has(NAME)) return;
  const cards = makeDataset(SEED, SIZE).cards.slice(0, SIZE) as NewContact[];
  const half = `filling-${NAME}`;
  await engine.drop(half);
  const { data, close } = await engine.open(half);
  const user = await localUser(data.store);
  for (let start = 0; start < cards.length; start += BATCH_SIZE) {
    await data.store.write(user.user_id, async (db) => {
      const context = contextOver(db, user);
      const rows = cards.slice(start, start + BATCH_SIZE).map((card) => newContactRows(context, newId(), card));
      await insertContacts(context, rows);
    });
    tell(`filling for the ${CHECK}, ${Math.floor((start / cards.length) * 100)}%`);
  }
  await close();
  await engine.rename(half, NAME);
}

const contextOver = (db: Db, user: Context['user']) => ({ db, user, now: new Date().toISOString() }) as Context;

export const checkTable = ({ engine, size, took, found }: CheckFigures): string =>
  table(
    `${engine}, ${CHECK} among ${short(size)} generated contacts (${found} of ${took.samples} were there already)`,
    ['', 'p50 ms', 'p95 ms', 'p99 ms'],
    [[CHECK, short(took.p50), short(took.p95), short(took.p99)]],
  );
