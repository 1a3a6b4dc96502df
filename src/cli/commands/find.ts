import { withShownNames } from '../../mcp/replies/shown-names.ts';
import { answerJson, type JsonOption, wholeNumber } from '../arguments.ts';
import { withClient } from '../composition-root.ts';
import { say } from '../output/print.ts';
import { sayTable } from '../output/table.ts';
import { inDayOf } from '../output/times.ts';
import { INCLUDE, nameOf, type Person } from '../people/who.ts';

/** So many notes are shown below the people. */
const NOTES = 5;

/** `kith find WORDS…`: people by words of their name, company, title, e-mail or number, and notes by theirs. Exit code 1 when there is nothing. */
export async function runFind(words: string[], { limit, json }: JsonOption & { limit: string }): Promise<number> {
  const take = wholeNumber('--limit', limit, 1, 500);
  const searchQuery = words.join(' ');
  return withClient(async (client) => {
    const [people, { data: notes }, zone] = await Promise.all([
      client.call('list_contacts', { searchQuery, take, include: INCLUDE }),
      client.call('search_notes', { searchQuery, take: NOTES, includeContactDetails: true }),
      client.zone(),
    ]);
    const { contacts, pagination } = people.data;
    const found = contacts.length + notes.notes.length > 0 ? 0 : 1;
    if (json) return answerJson({ contacts, notes: notes.notes }, found);
    if (found > 0) await say(`Nobody and no note is found by ${searchQuery}.\n`);
    if (contacts.length > 0) await sayPeople(contacts, zone);
    if (pagination.nextCursor) await say(`There are more; --limit ${take * 2} shows twice as many.\n`);
    if (notes.notes.length > 0) {
      await withShownNames(client, notes);
      await say(contacts.length > 0 ? '\n' : '');
      await sayTable(
        [['Note of', 'whole'], ['About', 'last'], 'Text'],
        notes.notes.map(({ event_time, note, timeline_items_contacts }) => [
          inDayOf(event_time, zone),
          timeline_items_contacts.flatMap(({ contacts }) => contacts?.full_name ?? []).join(', '),
          note,
        ]),
      );
    }
    return found;
  });
}

const sayPeople = (people: Person[], zone: string): Promise<void> =>
  sayTable(
    [['Name', 'last'], 'Company', 'Title', ['E-mail', 'last'], 'Phone', ['Last seen', 'whole']],
    people.map((person) => [
      nameOf(person),
      person.company,
      person.job_title,
      person.contact_emails?.[0]?.email,
      person.contact_phone_numbers?.[0]?.phone_number,
      person.last_seen_at && inDayOf(person.last_seen_at, zone),
    ]),
  );
