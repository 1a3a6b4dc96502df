import type { Client } from '../../client/client.ts';
import type { ToolName } from '../../contract/operations.ts';
import { isRecord, recordsIn } from '../../shared/records.ts';
import { ARCHIVED_TOO } from '../names/filter-contacts.ts';
import { trimReply } from '../replies/trim-reply.ts';

type Fields = Record<string, unknown>;

/** Lists of contacts that show more of each person if there are few. */
const LISTS: readonly ToolName[] = [
  'list_contacts',
  'filter_contacts',
  'list_group_contacts',
  'find_contacts_by_email',
];
const FEW = 5;

/** Parts that questions are often about. */
const INCLUDE = {
  contact_emails: true,
  contact_phone_numbers: true,
  legacy_contact_addresses: true,
  contacts_custom_fields: true,
  groups_contacts: true,
  tags_contacts: true,
  last_note: true,
};

const FIELDS = ['birthday', 'frequency_text', 'description', 'education'];
const MAX_TEXT = 300;
const MAX_ENTRIES = 10;

/** Parts that lists include by default. */
export const INCLUDED: Partial<Record<ToolName, Fields>> = {
  // Without the addresses, the reply does not show which of them a contact has.
  find_contacts_by_email: { contact_emails: true },
};

/**
 * Adds to the rows of a short list what questions are often about, so that no call per person follows. Replies with
 * `include` or `select` are unchanged. Names and values stand for the ids of parts, so these are left out.
 */
export async function withFewDetailed(
  client: Client,
  name: ToolName,
  reply: Fields,
  { include, select, cursor }: Fields,
): Promise<Fields> {
  const rows = recordsIn(reply.contacts);
  const asked = isRecord(select) || (isRecord(include) && include !== INCLUDED[name]) || cursor !== undefined;
  if (!LISTS.includes(name) || asked || rows.length === 0 || rows.length > FEW) return reply;
  const details = await detailsOf(
    client,
    rows.map(({ id }) => String(id)),
  ).catch(() => new Map<unknown, Fields>());
  return { ...reply, contacts: rows.map((row) => ({ ...row, ...details.get(row.id) })) };
}

async function detailsOf(client: Client, ids: string[]): Promise<Map<unknown, Fields>> {
  const where = { in: ids, ...ARCHIVED_TOO };
  const { data } = await client.call('filter_contacts', { where, take: FEW, include: INCLUDE });
  const { contacts } = await trimReply({ contacts: data.contacts });
  return new Map(recordsIn(contacts).map((contact) => [contact.id, detailed(contact)]));
}

function detailed(contact: Fields): Fields {
  const shown: Fields = {};
  for (const [field, value] of Object.entries(contact)) {
    if (!FIELDS.includes(field) && !(field in INCLUDE)) continue;
    const left = Array.isArray(value) ? value.length - MAX_ENTRIES : 0;
    shown[field] = shortened(left > 0 ? (value as unknown[]).slice(0, MAX_ENTRIES) : value);
    if (left > 0) shown[`${field}_left_out`] = left;
  }
  return shown;
}

/** Parts of a part that repeat it or only order it. */
const REPEATED = /^(?:id|ranking|\w+_id|field_type|phone_number_sanitized)$/;

function shortened(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > MAX_TEXT
      ? `${value.slice(0, MAX_TEXT).toWellFormed()}… [cut; ${value.length} characters in all]`
      : value;
  if (Array.isArray(value)) return value.map(shortened);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).filter(([field]) => !REPEATED.test(field));
  return Object.fromEntries(entries.map(([field, inner]) => [field, shortened(inner)]));
}
