import type { Client } from '../client/client.ts';
import { withoutHidden } from './hidden.ts';

type Fields = Record<string, unknown>;

/** The links of notes and reminders to people. */
const LINKS = ['timeline_items_contacts', 'reminders_contacts'];

/** As many people as one page of the filter has. */
const MOST_NAMES = 200;

/** A reply in which notes and reminders say whom they are about by name: an id alone would need a call for each. */
export async function withLinkNames(client: Client, reply: Fields): Promise<Fields> {
  const links = linksIn(reply).filter(({ contacts }) => !contacts);
  if (links.length === 0) return reply;
  const names = await namesOf(
    client,
    links.map(({ contact_id }) => String(contact_id)),
  );
  for (const link of links) {
    const full_name = names.get(String(link.contact_id));
    if (full_name) link.contacts = { full_name };
  }
  return reply;
}

/** Names of contacts by id, archived ones too. Those without a name, and those beyond the first 200, are left out. */
export async function namesOf(client: Client, ids: readonly string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)].slice(0, MOST_NAMES);
  const names = new Map<string, string>();
  let missing = wanted.length;
  for (const is_archived of [false, true]) {
    // Few are archived, so mostly one question is enough.
    if (missing === 0) break;
    const where = { in: wanted, is_archived };
    const { data } = await client.call('filter_contacts', { where, take: MOST_NAMES, select: { full_name: true } });
    missing -= data.contacts.length;
    for (const { id, full_name } of data.contacts) if (full_name) names.set(id, withoutHidden(full_name));
  }
  return names;
}

/** Links of notes and reminders; those inside a contact lead back to it and say nothing new. */
function linksIn(value: unknown): Fields[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(linksIn);
  const { id } = value as Fields;
  return Object.entries(value).flatMap(([name, inner]) =>
    LINKS.includes(name) ? (inner as Fields[]).filter(({ contact_id }) => contact_id !== id) : linksIn(inner),
  );
}
