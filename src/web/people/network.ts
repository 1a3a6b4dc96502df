import type { Client } from '../../client/client.ts';
import { contactTitle } from '../../client/contact-names.ts';
import { relationsIn } from './read-person.ts';

/** A page with more people would be too large, and nobody could read the drawing. */
export const MAX_SHOWN = 150;
const MAX_LINKS = 400;
const PAGE = 200;
/** People with relationships that are read to find the most connected ones. */
const MAX_READ = 5_000;

export interface Member {
  id: string;
  name: string | undefined;
}

export interface Relationship {
  from: string;
  to: string;
  /** What `from` is to `to`. */
  role: string | null;
}

export interface Network {
  /** The most connected people first. */
  members: Member[];
  relationships: Relationship[];
  isCut: boolean;
}

const SELECT = {
  full_name: true,
  company: true,
  contact_emails: true,
  contact_phone_numbers: true,
  contact_relations_contact_relations_sourceTocontacts: true,
} as const;

/** The people with relationships, and the relationships among them. Bounded, the most connected people first. */
export async function readNetwork(client: Client): Promise<Network> {
  const names = new Map<string, string | undefined>();
  const all: Relationship[] = [];
  let cursor: string | null | undefined;
  do {
    const page = { take: PAGE, ...(cursor && { cursor }) };
    const { data } = await client.call('filter_contacts', { where: { has_relations: true }, select: SELECT, ...page });
    for (const contact of data.contacts) {
      names.set(contact.id, contactTitle(contact) ?? undefined);
      for (const { other, mine } of relationsIn(contact)) all.push({ from: contact.id, to: other, role: mine });
    }
    cursor = data.pagination.nextCursor;
  } while (cursor && names.size < MAX_READ);
  const known = all.filter(({ to }) => names.has(to));
  const degrees = new Map<string, number>();
  for (const id of known.flatMap(({ from, to }) => [from, to])) degrees.set(id, (degrees.get(id) ?? 0) + 1);
  const ids = [...degrees.keys()].sort((a, b) => degrees.get(b)! - degrees.get(a)! || (a < b ? -1 : 1));
  const shown = new Set(ids.slice(0, MAX_SHOWN));
  const relationships = known.filter(({ from, to }) => shown.has(from) && shown.has(to)).slice(0, MAX_LINKS);
  const members = [...shown].map((id) => ({ id, name: names.get(id) }));
  return { members, relationships, isCut: ids.length > shown.size || Boolean(cursor) };
}
