import type { Client } from '../../client/client.ts';
import { withoutHidden } from '../sanitize.ts';

type Fields = Record<string, unknown>;

/** Lists of links to people, and the field that says to whom: of notes and reminders, and between two people. */
const LINKS: Record<string, string> = {
  timeline_items_contacts: 'contact_id',
  reminders_contacts: 'contact_id',
  contact_relations_contact_relations_sourceTocontacts: 'destination',
  contact_relations_contact_relations_destinationTocontacts: 'source',
};

interface Link {
  row: Fields;
  to: string;
}

/** As many people as one page of the filter has. */
const MOST_NAMES = 200;

/** A reply in which links say by name whom they lead to: an id alone would need a call for each. */
export async function withLinkNames(client: Client, reply: Fields): Promise<Fields> {
  const links = linksIn(reply).filter(({ row }) => !row.contacts);
  if (links.length === 0) return reply;
  const names = await namesOf(
    client,
    links.map(({ to }) => to),
  );
  for (const { row, to } of links) {
    const full_name = names.get(to);
    if (full_name) row.contacts = { full_name };
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

/** Those inside a contact that lead back to it say nothing new. */
function linksIn(value: unknown): Link[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(linksIn);
  const { id } = value as Fields;
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = Object.hasOwn(LINKS, name) && Array.isArray(inner) ? LINKS[name] : undefined;
    if (field === undefined) return linksIn(inner);
    const links = (inner as Fields[]).map((row) => ({ row, to: String(row[field]) }));
    return links.filter(({ to }) => to !== id);
  });
}
