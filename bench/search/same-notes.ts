import type { Client } from '../../src/client/client.ts';
import type { Engine } from '../scale/engines.ts';
import { requireSame } from '../scale/same-rows.ts';
import { peopleFor, personNumber } from './people.ts';
import { loadNotes } from './rows.ts';
import { noteText } from './vocabulary.ts';

const NOTES = 320;

/** Throws unless notes loaded in bulk equal those created by API calls, apart from ids and times. */
export const requireSameNotes = (engine: Engine): Promise<void> =>
  requireSame(engine, createAll, (user, load) => loadNotes(user, NOTES, 0, Date.now(), load));

async function createAll(client: Client): Promise<void> {
  const ids: string[] = [];
  for (let number = 0; number < peopleFor(NOTES); number++)
    ids.push((await client.call('create_contact', personNumber(number))).data.contact.id!);
  for (let number = 0; number < NOTES; number++) {
    const contact_id = ids[number % ids.length]!;
    await client.call('create_note', { note: noteText(number), timeline_items_contacts: [{ contact_id }] });
  }
}
