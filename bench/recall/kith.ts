import type { Client } from '../../src/client/client.ts';
import { operations } from '../../src/contract/operations.ts';
import type { Data } from '../../src/service/data/open-data.ts';
import { type Answer, FIRST, type Finder } from '../../test/data/lives/life.ts';
import { clientOnData } from '../scale/operations.ts';
import { fillKith } from './fill.ts';

/** The operation that searches everything. */
const SEARCH = 'search';
const WEAK = 'weak_match';

/** A place for kith's database. */
export interface DatabasePlace {
  name: string;
  /** Opens a database, creating it if it is missing. */
  open(database: string): Promise<{ data: Data; close(): Promise<void> }>;
  /** Harmless if there is none. */
  drop(database: string): Promise<void>;
}

/** kith on an engine, searched with the unchanged question. */
export const kithOn = (place: DatabasePlace): Finder => ({
  name: `kith, ${place.name}`,
  async fill(life) {
    const name = 'recall';
    await place.drop(name);
    const database = await place.open(name);
    const { now } = life;
    const { client, idle } = await clientOnData(database.data, now === undefined ? undefined : () => new Date(now));
    const keys = await fillKith(client, life);
    await idle();
    const known = ({ ids, isWeak }: { ids: string[]; isWeak: boolean }): Answer => ({
      keys: ids.flatMap((id) => keys.get(id) ?? []),
      isWeak,
    });
    return {
      ask: async (question) => known(await (SEARCH in operations ? search : searchNotesAndPeople)(client, question)),
      askPeople: async (question) => known({ ids: await searchPeople(client, question), isWeak: false }),
      async close() {
        await database.close();
        await place.drop(name);
      },
    };
  },
});

async function search(client: Client, query: string) {
  const { data } = await client.call(SEARCH as never, { query, take: FIRST } as never);
  const { results, warnings } = data as { results: { id: string }[]; warnings?: string[] };
  return { ids: results.map(({ id }) => id), isWeak: warnings?.includes(WEAK) ?? false };
}

/** The searches that preceded the combined one: notes, and people after them. Any warning counts. */
async function searchNotesAndPeople(client: Client, searchQuery: string) {
  const { data } = await client.call('search_notes', { searchQuery, take: FIRST });
  const people = data.notes.length < FIRST ? await searchPeople(client, searchQuery) : [];
  const ids = [...data.notes.map(({ id }) => id), ...people].slice(0, FIRST);
  return { ids, isWeak: (data.warnings?.length ?? 0) > 0 };
}

async function searchPeople(client: Client, searchQuery: string): Promise<string[]> {
  const { data } = await client.call('list_contacts', { searchQuery, take: FIRST });
  return data.contacts.map(({ id }) => id);
}
