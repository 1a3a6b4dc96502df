import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../src/client/client.ts';
import { almostCertainDuplicates } from '../../src/service/matching/check.ts';
import { indexKeys } from '../../src/service/matching/key-index.ts';
import { loadRecords } from '../../src/service/matching/load.ts';
import { type Profile, readProfile } from '../../src/service/matching/profile.ts';
import { chunked } from '../../src/shared/lists.ts';
import type { UserRow } from '../../src/store/tables.ts';
import type { LabeledDataset } from '../../test/data/duplicates/dataset.ts';
import { type ReportedDuplicate, truePairs } from '../../test/data/duplicates/quality.ts';
import { type Spread, spread, timed } from '../figures.ts';
import type { Rig } from './rig.ts';

/** An address book in the service. */
export interface LoadedDataset {
  client: Client;
  user: UserRow;
  /** The contact id of each card, in order. */
  ids: string[];
  personOf: Map<string, string>;
}

const BATCH_SIZE = 500;

/** Creates a contact for every card, through the API. */
export async function loadDataset(
  rig: Rig,
  { cards, person }: LabeledDataset,
  progress: (done: number) => void,
): Promise<LoadedDataset> {
  const { user, client } = await rig.user();
  const ids: string[] = [];
  for (const contacts of chunked(cards, BATCH_SIZE)) {
    const { data } = await client.call('bulk_create_contacts', { contacts: contacts as never });
    ids.push(...data.contacts.map(({ id }) => id));
    progress(ids.length);
  }
  if (ids.length !== cards.length) throw new Error(`of ${cards.length} cards ${ids.length} were created`);
  return { client, user, ids, personOf: new Map(ids.map((id, index) => [id, person[index]!])) };
}

export interface Scan {
  told: ReportedDuplicate[];
  /** From the first request to the last page. */
  seconds: number;
  /** The service's memory, before and at its peak. */
  megabytes: { before: number; peak: number };
  /** Milliseconds of the same user's other requests in that time. */
  others: Spread | undefined;
}

/** Reads all pages of duplicates while another caller keeps reading contacts. */
export async function scanDataset(rig: Rig, { client, ids }: LoadedDataset): Promise<Scan> {
  const before = rig.megabytes();
  const others: number[] = [];
  let peak = before;
  let isDone = false;
  const meanwhile = async () => {
    while (!isDone) {
      await sleep(25);
      const contactId = ids[(others.length * 7_919) % ids.length]!;
      const took = await timed(() => client.call('get_contact', { contactId }));
      if (!isDone) others.push(took);
      peak = Math.max(peak, rig.megabytes());
    }
  };
  const watching = meanwhile();
  const told: ReportedDuplicate[] = [];
  const milliseconds = await timed(async () => {
    for (let cursor: string | undefined; ; ) {
      const { data } = await client.call('find_duplicate_contacts', { take: 100, ...(cursor && { cursor }) });
      told.push(...data.duplicates);
      if (data.pagination.nextCursor === null) break;
      cursor = data.pagination.nextCursor;
    }
  }).finally(() => {
    isDone = true;
  });
  await watching;
  return {
    told,
    seconds: milliseconds / 1000,
    megabytes: { before, peak },
    others: others.length > 0 ? spread(others) : undefined,
  };
}

/** The share of true pairs that the match keys join, and the total number of pairs. */
export async function keyQuality(
  { data }: Rig,
  { user, personOf }: LoadedDataset,
): Promise<{ candidates: number; recall: number }> {
  const profiles: Profile[] = [];
  await data.store.read(user.user_id, async (db) => {
    const records = await loadRecords({ db, user }, { after: '', limit: personOf.size });
    for (const record of records) profiles.push(readProfile(record));
  });
  const index = await indexKeys(profiles);
  const person = profiles.map(({ id }) => personOf.get(id));
  let [candidates, right] = [0, 0];
  for (const [place, one] of person.entries()) {
    index.eachLater(place, (other) => {
      candidates++;
      if (person[other] === one) right++;
    });
  }
  return { candidates, recall: right / truePairs([...personOf.values()]) };
}

const CHECKS = 200;

/** Creates one contact similar to an existing one over the API, and runs its duplicate check alone. In milliseconds. */
export async function measureCreate(
  { data }: Rig,
  { client, user, ids }: LoadedDataset,
  { cards }: LabeledDataset,
): Promise<{ create: Spread; check: Spread }> {
  const creates: number[] = [];
  const checks: number[] = [];
  for (let number = 0; number < CHECKS; number++) {
    const place = (number * 7_919) % cards.length;
    creates.push(await timed(() => client.call('create_contact', cards[place] as never)));
    await data.store.read(user.user_id, async (db) => {
      const context = { db, user } as never;
      const made = await loadRecords(context, { ids: [ids[place]!] });
      checks.push(await timed(() => almostCertainDuplicates(context, made)));
    });
  }
  return { create: spread(creates), check: spread(checks) };
}
