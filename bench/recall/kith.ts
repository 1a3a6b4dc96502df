import type { Engine } from '../scale/engines.ts';
import { inProcessClient } from '../scale/operations.ts';
import { FIRST, type Finder } from './life.ts';

/** kith on an engine, asked with the question as it is. */
export const kithOn = (engine: Engine): Finder => ({
  name: `kith, ${engine.name}`,
  async fill({ people, notes }) {
    const name = 'recall';
    await engine.drop(name);
    const database = await engine.open(name);
    const { client, idle } = await inProcessClient(database.data);
    const contacts = new Map<string, string>();
    for (const full_name of people) {
      contacts.set(full_name, (await client.call('create_contact', { full_name })).data.contact.id);
    }
    const keys = new Map<string, string>();
    for (const { key, text, person, time } of notes) {
      const { data } = await client.call('create_note', {
        note: text,
        event_time: time,
        timeline_items_contacts: [{ contact_id: contacts.get(person)! }],
      });
      keys.set(data.note.id, key);
    }
    await idle();
    return {
      async ask(searchQuery) {
        const { data } = await client.call('search_notes', { searchQuery, take: FIRST });
        return data.notes.map(({ id }) => keys.get(id)!);
      },
      async close() {
        await database.close();
        await engine.drop(name);
      },
    };
  },
});
