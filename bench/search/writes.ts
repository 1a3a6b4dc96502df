import type { Client } from '../../src/client/client.ts';
import { chunked } from '../../src/shared/lists.ts';
import { postmaster, serverCpu } from '../processes.ts';
import type { Engine } from '../scale/engines.ts';
import { clientOnData } from '../scale/operations.ts';
import { personNumber } from './people.ts';
import { noteText } from './vocabulary.ts';

/** Milliseconds of CPU time per 1,000 records. `server` is the CPU time of PostgreSQL's processes. */
export interface WriteFigure {
  engine: string;
  what: string;
  process: number;
  server: number;
}

const RECORDS = 20_000;
const SINGLE = 2_000;
const IN_BULK = 100;
const WORK = 'search-writes';

/** The cost of creating contacts and notes about them, in an empty database: in bulk, then one by one. */
export async function measureWrites(engine: Engine, tell: (progress: string) => void): Promise<WriteFigure[]> {
  await engine.drop(WORK);
  const database = await engine.open(WORK);
  const { client, idle } = await clientOnData(database.data);
  const cpu = await cpuMeter(engine);
  const figures: WriteFigure[] = [];
  const measure = async (what: string, count: number, work: () => Promise<void>) => {
    tell(what);
    const before = cpu();
    await work();
    await idle();
    const after = cpu();
    const per = (used: number) => (used * 1_000) / count;
    figures.push({
      engine: engine.name,
      what,
      process: per(after.process - before.process),
      server: per(after.server - before.server),
    });
  };
  const ids: string[] = [];
  await measure('contacts in bulk', RECORDS, () => createContacts(client, ids));
  await measure('notes in bulk', RECORDS, () => createNotes(client, ids));
  await measure('contacts one by one', SINGLE, async () => {
    for (let number = 0; number < SINGLE; number++)
      await client.call('create_contact', contactNumbered(RECORDS + number));
  });
  await measure('notes one by one', SINGLE, async () => {
    for (let number = 0; number < SINGLE; number++)
      await client.call('create_note', noteNumbered(RECORDS + number, ids[number]!));
  });
  await database.close();
  await engine.drop(WORK);
  return figures;
}

async function createContacts(client: Client, ids: string[]): Promise<void> {
  for (const part of chunked(numbers, IN_BULK)) {
    const { data } = await client.call('bulk_create_contacts', { contacts: part.map(contactNumbered) });
    for (const { id } of data.contacts) ids.push(id!);
  }
}

async function createNotes(client: Client, ids: string[]): Promise<void> {
  for (const part of chunked(numbers, IN_BULK))
    await client.call('bulk_create_notes', { notes: part.map((number) => noteNumbered(number, ids[number]!)) });
}

const numbers = Array.from({ length: RECORDS }, (_, number) => number);
const contactNumbered = (number: number) => personNumber(number);
const noteNumbered = (number: number, contact_id: string) => ({
  note: noteText(number),
  timeline_items_contacts: [{ contact_id }],
});

/** Reads the CPU milliseconds of this process, and of PostgreSQL's server. */
async function cpuMeter(engine: Engine): Promise<() => { process: number; server: number }> {
  const server = engine.name === 'PostgreSQL' ? await postmaster(process.env.KITH_TEST_POSTGRES!) : undefined;
  return () => {
    const { user, system } = process.cpuUsage();
    return { process: (user + system) / 1_000, server: server === undefined ? 0 : serverCpu(server) * 1_000 };
  };
}
