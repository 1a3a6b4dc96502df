import type { Client } from '../../client/client.ts';
import { reasonsText } from '../../client/duplicate-labels.ts';
import {
  betterValues,
  type ComparisonRow,
  differs,
  type MergeChoices,
  type MergedContact,
  rowsOf,
} from '../../client/merge-fields.ts';
import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { sanitize } from '../../shared/text/sanitize.ts';

// Pairs of possible duplicates for the view in src/views/pair.ts.

const PARTS = {
  contact_emails: true,
  contact_phone_numbers: true,
  legacy_contact_addresses: true,
  tags_contacts: true,
  groups_contacts: true,
  contacts_custom_fields: true,
};

/** Maximum size of all comparisons in one result. Rows beyond it have none. */
const MAX_CHARACTERS = 100_000;

/** The filter's page size. */
const MAX_CONTACTS = 200;

type Duplicates = DataOf<Operations['find_duplicate_contacts']>['duplicates'];
type Contact = MergedContact & { created_at?: string | undefined };

/** Returns the comparison for each row of duplicates; null if a contact is gone or there is no room. */
export async function comparePairs(client: Client, duplicates: Duplicates) {
  const ids = [...new Set(duplicates.flatMap(({ contactIds }) => contactIds))].slice(0, MAX_CONTACTS);
  if (ids.length === 0) return [];
  const { data } = await client.call('filter_contacts', { where: { in: ids }, take: MAX_CONTACTS, include: PARTS });
  const known = new Map(data.contacts.map((contact) => [contact.id, contact]));
  let left = MAX_CHARACTERS;
  return duplicates.map(({ contactIds, reasons }) => {
    const contacts = contactIds.flatMap((id) => known.get(id) ?? []);
    if (contacts.length < contactIds.length) return null;
    const pair = pairOf(contacts, reasons);
    left -= JSON.stringify(pair).length;
    return left < 0 ? null : pair;
  });
}

/** Oldest contact first, because it is kept by default. */
function pairOf(found: Contact[], reasons: readonly string[]) {
  const age = ({ created_at = '', id }: Contact) => `${created_at} ${id}`;
  const contacts = [...found].sort((a, b) => (age(a) < age(b) ? -1 : 1));
  const picks = betterValues(contacts, contacts[0]!);
  return {
    contacts: contacts.map(({ id, full_name, image_url }) => ({ id, full_name: sanitize(full_name ?? ''), image_url })),
    rows: rowsOf(contacts).map((row) => compared(row, contacts, picks)),
    reasons: reasonsText(reasons),
  };
}

function compared(row: ComparisonRow, contacts: Contact[], picks: MergeChoices) {
  const isDifferent = differs(row);
  const texts = row.texts.map((one) => [one ?? []].flat().map(sanitize));
  const set = row.kind === 'one' && isDifferent ? row.field.set : undefined;
  const pick = contacts.findIndex(({ id }) => id === picks.get(row.field.id));
  return {
    label: sanitize(row.field.label),
    texts,
    differs: isDifferent,
    ...(set && { sets: contacts.map(set) }),
    ...(set && pick >= 0 && { pick }),
  };
}
