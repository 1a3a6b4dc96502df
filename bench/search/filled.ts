import { addUser, localUser, userByEmail } from '../../src/identity/users/users.ts';
import type { Engine } from '../scale/engines.ts';
import { loadNotes, ROWS_VERSION } from './rows.ts';

export const OTHER_EMAIL = 'other@example.com';
const OTHER_NOTES = 1_000;
const OTHER_FIRST = 5_000_000;

/** Different rows mean a different database. */
export const nameFor = (size: number): string => `search-${size}-${ROWS_VERSION}`;

/** Fills a database with notes of one user, and a few of another, unless one of this size exists already. */
export async function fill(engine: Engine, size: number, tell: (progress: string) => void): Promise<void> {
  if (await engine.has(nameFor(size))) return;
  const half = `filling-search-${size}`;
  await engine.drop(half);
  const { data, loader: openLoader, close } = await engine.open(half);
  const user = await localUser(data.store);
  await addUser(data.store, data.secret, { email: OTHER_EMAIL });
  const other = await userByEmail(data.store, OTHER_EMAIL);
  const loader = await openLoader();
  const end = Date.now() - 60_000;
  await loadNotes(other, OTHER_NOTES, OTHER_FIRST, end, loader.load);
  await loadNotes(user, size, 0, end, loader.load, (done) => tell(`filling, ${Math.floor((done / size) * 100)}%`));
  tell('filling, indexes');
  await loader.finish();
  await close();
  await engine.rename(half, nameFor(size));
}
