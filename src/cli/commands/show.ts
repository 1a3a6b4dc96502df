import type { Client } from '../../client/client.ts';
import { PROFILE_FIELDS, PROFILE_NAMES } from '../../contract/contact-fields.ts';
import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { shownContactNames } from '../../mcp/replies/contact-names.ts';
import { oneLine, say } from '../../process/print.ts';
import { withClient } from '../../server/composition/open-client.ts';
import { largest } from '../../shared/lists.ts';
import { answerJson, type JsonOption } from '../input/arguments.ts';
import { inBirthday, inDay, inDayOf, inMoment, inSpan } from '../output/times.ts';
import { nameOf, onePerson } from '../people/who.ts';

const NOTES = 5;

type Contact = DataOf<Operations['get_contact']>['contact'];
type Notes = DataOf<Operations['list_notes']>['notes'];
type Reminders = DataOf<Operations['list_reminders']>['reminders'];

/** `kith show WHO`: shows a person's details, relations, tags, open reminders, and latest notes. */
export async function runShow(who: string[], { json }: JsonOption): Promise<number> {
  return withClient(async (client) => {
    const { id: contactId } = await onePerson(client, who.join(' '));
    const [{ data: one }, { data: notes }, { data: open }, zone] = await Promise.all([
      client.call('get_contact', { contactId }),
      client.call('list_notes', { contactId, take: NOTES }),
      client.call('list_reminders', { contactId, isComplete: false, take: NOTES }),
      client.zone(),
    ]);
    if (json) return answerJson({ contact: one.contact, notes: notes.notes, reminders: open.reminders });
    const { job_title, company } = one.contact;
    await say({ style: 'bold', text: nameOf(one.contact) }, '\n');
    const work = [job_title, company].filter(Boolean).join(', ');
    if (work) await say(`${oneLine(work)}\n`);
    if (one.contact.is_archived) await say('Archived\n');
    await say('\n', rowsOf(one.contact, await relationsOf(client, one.contact), zone));
    await sayList(
      'Reminders',
      open.reminders.map((reminder) => reminderLine(reminder, zone)),
    );
    await sayList(
      'Notes',
      notes.notes.map((note) => noteLine(note, zone)),
    );
    return 0;
  });
}

/** Returns the person's relations: the role and the name. */
async function relationsOf(client: Client, contact: Contact): Promise<[string, string][]> {
  const others = [
    ...(contact.contact_relations_contact_relations_sourceTocontacts ?? []).map((row) => ({
      id: row.destination,
      is: row.destination_contact ?? (row.source_contact && `${row.source_contact} of`),
    })),
    ...(contact.contact_relations_contact_relations_destinationTocontacts ?? []).map((row) => ({
      id: row.source,
      is: row.source_contact ?? (row.destination_contact && `${row.destination_contact} of`),
    })),
  ];
  const names = await shownContactNames(
    client,
    others.map(({ id }) => id),
  );
  return others.map(({ id, is }) => [capitalized(is ?? 'related'), names.get(id) ?? id]);
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Returns the non-empty details, one line each, with labels. */
function rowsOf(contact: Contact, relations: [string, string][], zone: string) {
  const label = (text: string | null) => (text ? ` (${text})` : '');
  const rows: [string, string | null | undefined][] = [
    ...(contact.contact_emails ?? []).map((row) => ['Email', row.email + label(row.label)] as [string, string]),
    ...(contact.contact_phone_numbers ?? []).map(
      (row) => ['Phone', row.phone_number + label(row.label)] as [string, string],
    ),
    ...(contact.legacy_contact_addresses ?? []).map(
      (row) =>
        [
          'Address',
          row.formatted ?? [row.street, row.postal_code, row.city, row.region, row.country].filter(Boolean).join(', '),
        ] as [string, string],
    ),
    ['Birthday', contact.birthday && inBirthday(contact.birthday)],
    ...relations,
    ['Website', contact.website],
    ...PROFILE_FIELDS.map((field) => [PROFILE_NAMES[field], contact[field]] as [string, string | null]),
    ...(contact.contacts_custom_fields ?? []).map(
      (row) =>
        [
          row.custom_fields.name,
          row.text_value ?? (row.date_value && inDay(row.date_value)) ?? row.array_value?.join(', '),
        ] as [string, string | undefined],
    ),
    ['Tags', contact.tags_contacts?.map(({ tags }) => tags.name).join(', ')],
    ['Groups', contact.groups_contacts?.map(({ groups }) => groups.name).join(', ')],
    ['Last seen', contact.last_seen_at && inDayOf(contact.last_seen_at, zone)],
    ['Keep in touch', contact.frequency && `every ${inSpan(contact.frequency)}${next(contact, zone)}`],
    ['About', contact.description],
    ['Id', contact.id],
  ];
  const filled = rows.filter(([, value]) => value);
  const width = largest(filled.map(([name]) => name.length));
  return filled.flatMap(([name, value]) => [
    { style: 'dim', text: oneLine(name).padEnd(width) } as const,
    `  ${oneLine(value!)}\n`,
  ]);
}

const next = ({ next_reminder_at }: Contact, zone: string): string =>
  next_reminder_at ? `, next ${inDayOf(next_reminder_at, zone)}` : '';

async function sayList(heading: string, lines: string[]): Promise<void> {
  if (lines.length === 0) return;
  await say(
    '\n',
    { style: 'bold', text: heading },
    '\n',
    lines.map((line) => `  ${line}\n`),
  );
}

const reminderLine = ({ text, due_at_date, due_at_time, recurrence }: Reminders[number], zone: string): string =>
  `${due_at_time ? inMoment(due_at_time, zone) : inDay(due_at_date!)}  ${oneLine(text ?? '')}${recurrence ? ` (every ${inSpan(recurrence)})` : ''}`;

const noteLine = ({ event_time, meeting_type, note }: Notes[number], zone: string): string =>
  `${inDayOf(event_time, zone)}  ${meeting_type && meeting_type !== 'note' ? `${meeting_type}: ` : ''}${oneLine(note ?? '')}`;
