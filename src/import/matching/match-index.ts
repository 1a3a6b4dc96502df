import type { Client } from '../../client/client.ts';
import { pages } from '../../client/paginate.ts';
import { PROFILE_FIELDS } from '../../contract/contact-fields.ts';
import { handleOf } from '../../vcard/social-profiles.ts';
import type { ContactFields } from '../records/record.ts';
import { type KnownContact, knownFrom, voiceKeysOf } from './known-contact.ts';
import { emailKey, phoneTail, samePhone } from './match-keys.ts';
import { compatibleNames, equalNames, personNameOf } from './names.ts';
import { packedTexts } from './packed-texts.ts';

/** The existing contacts, indexed by everything that can identify a person. */
export interface MatchIndex {
  get(id: string): KnownContact | undefined;
  put(known: KnownContact): void;
  remove(id: string): void;
  /** Contacts with this name, ignoring word order. */
  named(name: string): KnownContact[];
  /** Contacts that share an email address, phone number or profile and may be the same person, most likely first. */
  matches(contact: ContactFields): KnownContact[];
}

const INCLUDE = {
  contact_emails: true,
  contact_phone_numbers: true,
  legacy_contact_addresses: true,
  tags_contacts: true,
};

/** Loads all contacts once, including archived ones. */
export async function loadMatchIndex(client: Client): Promise<MatchIndex> {
  const index = createMatchIndex();
  for (const archived of [false, true]) {
    const listed = pages(client, 'list_contacts', { take: 500, include: INCLUDE, archived });
    for await (const { contacts } of listed) for (const contact of contacts) index.put(knownFrom(contact));
  }
  return index;
}

export function createMatchIndex(): MatchIndex {
  const known = packedTexts();
  // Keyed by hash. `shares` compares the actual keys afterwards.
  const idsByKey = new Map<number, string | Set<string>>();

  const read = (text: string): KnownContact => JSON.parse(text);
  const get = (id: string) => {
    const text = known.get(id);
    return text === undefined ? undefined : read(text);
  };
  const sharing = (key: string): Iterable<string> => {
    const ids = idsByKey.get(hashOf(key)) ?? [];
    return typeof ids === 'string' ? [ids] : ids;
  };
  return {
    get,
    put(entry) {
      known.put(entry.id, JSON.stringify(entry));
      for (const key of indexKeys(entry.contact, entry.voiceKeys).map(hashOf)) {
        const ids = idsByKey.get(key);
        if (ids === undefined) idsByKey.set(key, entry.id);
        else if (typeof ids !== 'string') ids.add(entry.id);
        else if (ids !== entry.id) idsByKey.set(key, new Set([ids, entry.id]));
      }
    },
    remove: known.remove,
    named(name) {
      const wanted = { full_name: name };
      const found: KnownContact[] = [];
      for (const text of known.all()) {
        const entry = read(text);
        if (personNameOf(entry.contact) !== '' && equalNames(entry.contact, wanted)) found.push(entry);
      }
      return found;
    },
    matches(contact) {
      const phones = voiceKeysOf(contact);
      const ids = new Set(indexKeys(contact, phones).flatMap((key) => [...sharing(key)]));
      const found = [...ids].flatMap((id) => get(id) ?? []);
      const fitting = found.filter((entry) => compatibleNames(entry.contact, contact) && shares(entry, contact));
      const equal = fitting.filter((entry) => equalNames(entry.contact, contact));
      return [...equal, ...fitting.filter((entry) => !equal.includes(entry))];
    },
  };
}

/** FNV-1a, reduced to 30 bits, which V8 stores without extra memory. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return hash >>> 2;
}

/** Keys for finding a contact: email addresses, then endings of phone numbers, then profiles. */
function indexKeys(contact: ContactFields, phoneKeys: string[]): string[] {
  const emails = (contact.contact_emails ?? []).map(({ email }) => `email:${emailKey(email)}`);
  const phones = phoneKeys.map((key) => `phone:${phoneTail(key) || key}`);
  return [...emails, ...phones, ...profileKeys(contact)];
}

function profileKeys(contact: ContactFields): string[] {
  return PROFILE_FIELDS.flatMap((field) => {
    const handle = handleOf(contact[field] ?? '');
    return handle ? [`${field}:${handle}`] : [];
  });
}

/** The index contains only the endings of phone numbers. This compares complete numbers. */
function shares(entry: KnownContact, contact: ContactFields): boolean {
  const others = new Set(indexKeys(entry.contact, []));
  if (indexKeys(contact, []).some((key) => others.has(key))) return true;
  return voiceKeysOf(contact).some((key) => entry.voiceKeys.some((other) => samePhone(key, other)));
}
