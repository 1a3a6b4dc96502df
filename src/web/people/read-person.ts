import type { Client } from '../../client/client.ts';
import { contactTitle } from '../../client/contact-names.ts';
import { pages } from '../../client/paginate.ts';
import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { KithError } from '../../shared/error.ts';
import { dayAfter, dayIn } from '../../shared/zones.ts';
import type { Contact } from '../edit/contact-values.ts';
import type { SignedIn } from '../services/services.ts';

export type Timeline = DataOf<Operations['list_timeline']>;
export type TimelineItem = Timeline['items'][number];
export type Reminder = DataOf<Operations['list_reminders']>['reminders'][number];

/** A relationship for the person's page. */
export interface Related {
  /** Of the relationship. */
  id: string;
  other: string;
  name: string | undefined;
  image_url: string | null | undefined;
  /** Whether it points from the person to the other. */
  isSource: boolean;
  /** Both roles: of the person, and of the other. */
  mine: string | null;
  theirs: string | null;
}

export interface Relations {
  own: Related[];
  /** Relationships among the related people, as pairs of ids. */
  among: [string, string][];
}

/** Dates of contact. */
export interface History {
  dates: string[];
  /** Whether `dates` has all notes or only the latest ones. */
  of: 'all' | 'notes' | 'latest notes';
}

const HAPPENED_AT_ONCE = 20;
const COUNTED = 200;
const OFFERED = 100;
/** The page size of the filter. */
const NAMED = 200;

/** Data of a person's page. */
export async function readPerson({ client, person }: SignedIn, contactId: string) {
  const [{ data: one }, { data: open }, timeline, { data: tagged }, { data: grouped }] = await Promise.all([
    client.call('get_contact', { contactId }),
    client.call('list_reminders', { contactId, isComplete: false }),
    readTimeline(client, contactId),
    client.call('list_tags', { take: OFFERED }),
    client.call('list_groups', { take: OFFERED }),
  ]);
  const [relations, history] = await Promise.all([
    relationsOf(client, one.contact),
    historyOf(client, contactId, timeline),
  ]);
  const today = dayIn(person.time_zone, new Date().toISOString());
  return {
    person,
    contact: one.contact,
    relations,
    reminders: open.reminders,
    timeline,
    history,
    tags: tagged.tags.map(({ name }) => name),
    groups: grouped.groups.map(({ name }) => name),
    today,
    tomorrow: dayAfter(today, 1),
  };
}

/** Activity, in pages. */
export async function readTimeline(client: Client, contactId: string, cursor?: string): Promise<Timeline> {
  const page = { take: HAPPENED_AT_ONCE, ...(cursor && { cursor }) };
  return (await client.call('list_timeline', { contactId, order: 'desc', ...page })).data;
}

/** Mail and calendars are not searched further back, which would take seconds. */
async function historyOf(client: Client, contactId: string, { items, pagination }: Timeline): Promise<History> {
  if (!pagination.nextCursor) return { dates: items.map(({ date }) => date), of: 'all' };
  const latest = { contactId, sources: ['notes' as const], order: 'desc' as const, take: COUNTED };
  const { data } = await client.call('list_timeline', latest);
  return { dates: data.items.map(({ date }) => date), of: data.pagination.nextCursor ? 'latest notes' : 'notes' };
}

const LEADING = 'contact_relations_contact_relations_sourceTocontacts';
const COMING = 'contact_relations_contact_relations_destinationTocontacts';

type Relation = Omit<Related, 'name' | 'image_url'>;

/** A contact's relationships, without names and photos. */
export const relationsIn = (contact: Contact): Relation[] => [
  ...(contact[LEADING] ?? []).map((row) => ({
    ...{ id: row.id, other: row.destination, isSource: true },
    ...{ mine: row.source_contact, theirs: row.destination_contact },
  })),
  ...(contact[COMING] ?? []).map((row) => ({
    ...{ id: row.id, other: row.source, isSource: false },
    ...{ mine: row.destination_contact, theirs: row.source_contact },
  })),
];

async function relationsOf(client: Client, contact: Contact): Promise<Relations> {
  const own = relationsIn(contact);
  if (own.length === 0) return { own: [], among: [] };
  const others = await related(client, [...new Set(own.map(({ other }) => other))].slice(0, NAMED));
  const among = [...others.values()].flatMap((other) =>
    (other[LEADING] ?? [])
      .filter(({ destination }) => others.has(destination))
      .map(({ source, destination }): [string, string] => [source, destination]),
  );
  return { own: own.map((one) => withPerson(one, others.get(one.other))), among };
}

const withPerson = (one: Relation, other: Contact | undefined): Related => ({
  ...one,
  name: contactTitle(other ?? {}),
  image_url: other?.image_url,
});

/** People by id with names and relationships, including archived ones. */
async function related(client: Client, ids: string[]): Promise<Map<string, Contact>> {
  const found = new Map<string, Contact>();
  for (const is_archived of [false, true]) {
    if (found.size === ids.length) break;
    const others = {
      where: { in: ids, is_archived },
      take: NAMED,
      select: {
        full_name: true,
        image_url: true,
        company: true,
        contact_emails: true,
        contact_phone_numbers: true,
        [LEADING]: true,
      },
    };
    for await (const { contacts } of pages(client, 'filter_contacts', others))
      for (const one of contacts) found.set(one.id, one);
  }
  return found;
}

export const isMissing = (error: unknown): error is KithError => error instanceof KithError && error.status === 404;

/** The contact that a merged contact became part of. */
export function survivorOf(error: KithError): string | undefined {
  const { merged_into } = (error.details ?? {}) as { merged_into?: unknown };
  return typeof merged_into === 'string' ? merged_into : undefined;
}

const TRASH_PAGE = 200;

/** The trash entry of a recently deleted person. */
export async function inTrash(client: Client, id: string) {
  let cursor: string | null | undefined;
  do {
    const page = { take: TRASH_PAGE, ...(cursor && { cursor }) };
    const { data } = await client.call('list_trash', { kind: 'contact', ...page });
    const found = data.items.find((item) => item.id === id);
    if (found) return found;
    cursor = data.pagination.nextCursor;
  } while (cursor);
  return undefined;
}

/** Deletes a record from the trash. */
export async function restore(client: Client, id: string, once: { idempotencyKey: string }): Promise<void> {
  const { failed } = (await client.call('restore_from_trash', { ids: [id] }, once)).data;
  if (failed[0]) throw new KithError('Conflict', failed[0].reason);
}
