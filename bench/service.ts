import { join } from 'node:path';
import type { Client } from '../src/client/client.ts';
import { inProcess } from '../src/client/in-process.ts';
import { localUser } from '../src/identity/users/users.ts';
import { openData } from '../src/service/data/open-data.ts';
import { createService } from '../src/service/service.ts';
import { type BareRun, bareRun, recordStatements } from './bare-sql.ts';
import { Samples, type Spread, short, table, timed, times } from './figures.ts';
import { contactNumber, noteNumber, seed } from './seed.ts';

const READS = 300;
const WRITES = 100;
const BULKS = 8;
const BULK_SIZE = 100;
const WARM_UP = 20;
/** How many different requests a read goes through, over and over. */
const VARIANTS = 20;

export interface ServiceFigures {
  size: number;
  operations: { name: string; took: Spread; bare: Spread | undefined }[];
}

export interface SeededFolder {
  dataDir: string;
  contactIds: string[];
}

/** Operations of the service in this process, on an address book of so many contacts and as many notes. */
export async function measureService(
  folder: string,
  size: number,
): Promise<{ figures: ServiceFigures; seeded: SeededFolder }> {
  const dataDir = join(folder, `contacts-${size}`);
  const data = openData(dataDir, undefined);
  const user = await localUser(data.store);
  const contactIds = await seed(data, user, size);
  const service = createService({
    ...data,
    version: 'bench',
    authenticate: async () => ({ user, permissions: 'write' }),
    onFault: (_, error) => {
      throw error;
    },
  });
  const client = inProcess(
    (...call) => service.call({ user, permissions: 'write' }, ...call),
    () => data.store.close(),
  );
  const reads = await measureReads(dataDir, readsOf(client, contactIds));
  const writes = await measureWrites(client, contactIds);
  await service.idle();
  await client.close();
  return { figures: { size, operations: [...reads, ...writes] }, seeded: { dataDir, contactIds } };
}

/** Read operations by name; each takes a number that varies what it asks for. */
const readsOf = (client: Client, ids: string[]): Record<string, (number: number) => Promise<unknown>> => ({
  get_contact: (number) => client.call('get_contact', { contactId: ids[(number * 37) % ids.length]! }),
  'list_contacts, a page of 50': () => client.call('list_contacts', { take: 50 }),
  'list_contacts, by name': (number) => client.call('list_contacts', { searchQuery: `ada ${number}`, take: 20 }),
  'filter_contacts, by company': () =>
    client.call('filter_contacts', { where: { company: 'borealis', has_email: true }, take: 50 }),
  'search_notes, a rare word': (number) => client.call('search_notes', { searchQuery: `topic${number}x`, take: 20 }),
  'search_notes, a common word': () => client.call('search_notes', { searchQuery: 'coffee', take: 20 }),
});

/** Each read beside its own statements run bare, call for call in turns. */
async function measureReads(dataDir: string, reads: ReturnType<typeof readsOf>) {
  const samples = new Samples();
  for (const [name, read] of Object.entries(reads)) {
    const bare: BareRun[] = [];
    for (let variant = 0; variant < VARIANTS; variant++) {
      bare.push(bareRun(dataDir, await recordStatements(() => read(variant))));
    }
    for (let number = 0; number < WARM_UP + READS; number++) {
      const variant = number % VARIANTS;
      const took = await timed(() => read(variant));
      const bareTook = await timed(bare[variant]!.run);
      if (number < WARM_UP) continue;
      samples.add(name, took);
      samples.add(`bare ${name}`, bareTook);
    }
    for (const { close } of bare) close();
  }
  return Object.keys(reads).map((name) => ({ name, took: samples.get(name)!, bare: samples.get(`bare ${name}`) }));
}

async function measureWrites(client: Client, ids: string[]) {
  const samples = new Samples();
  for (let number = 0; number < WRITES; number++) {
    const contact = contactNumber(1_000_000 + number);
    const note = noteNumber(1_000_000 + number, ids[number % ids.length]!);
    samples.add('create_contact', await timed(() => client.call('create_contact', contact)));
    samples.add('create_note', await timed(() => client.call('create_note', note)));
  }
  const bulk = `bulk_create_contacts, ${BULK_SIZE}`;
  for (let number = 0; number < BULKS; number++) {
    const contacts = Array.from({ length: BULK_SIZE }, (_, index) => contactNumber(2_000_000 + number * 1000 + index));
    samples.add(bulk, await timed(() => client.call('bulk_create_contacts', { contacts })));
  }
  return ['create_contact', 'create_note', bulk].map((name) => ({ name, took: samples.get(name)!, bare: undefined }));
}

export function serviceTable({ size, operations }: ServiceFigures): string {
  const rows = operations.map(({ name, took, bare }) => [
    name,
    short(took.p50),
    short(took.p99),
    bare ? short(bare.p50) : '',
    bare ? times(took.p50 / bare.p50) : '',
  ]);
  return table(
    `In process, ${short(size)} contacts and as many notes`,
    ['', 'p50 ms', 'p99 ms', 'same SQL bare, p50 ms', 'ratio'],
    rows,
  );
}
