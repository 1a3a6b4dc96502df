import * as z from 'zod';
import { isCardName } from '../shared/cards/card-name.ts';
import { CARD_LISTS, CARD_TEXTS } from '../shared/cards/fields.ts';
import { once } from '../shared/once.ts';
import { provider, storedBirthday, TEXT_FIELDS } from './contact-fields.ts';
import { addressInput, contactUpdate, coordinates, emailInput, phoneInput } from './contact-input.ts';
import { FIELD_TYPES, fieldLabel, fieldValue } from './custom-fields.ts';
import { groupFields } from './groups.ts';
import { attachment, noteInput } from './note.ts';
import { isPhotoId, picture } from './photos.ts';
import { reminderFields } from './reminders.ts';
import {
  dateTime,
  day,
  integer,
  listOf,
  nullableText,
  recordName,
  shape,
  storedRanking,
  text,
  uuid,
} from './schema/primitives.ts';
import { tagName } from './tags.ts';
import { viewFields } from './views.ts';

// Schemas of archive columns. A column that an operation writes accepts the operation's values. The other columns have their
// own rules here.

const MAX_TEXT = 5_000_000;

/**
 * Maximum characters of text that no operation writes, such as LinkedIn data, and of text that an import may store longer
 * than an operation accepts: Monica does not limit tasks or field values.
 */
const MAX_UNWRITTEN_TEXT = 100_000;

/** Before the current limit, contacts could have 10,000 characters per text, and a full name can join two of them. */
const MAX_CONTACT_TEXT = 25_000;

const groupMergeState = () =>
  z.strictObject({
    ...{ name: recordName(), emoji: nullableText(100), parent_id: uuid().nullable() },
    updated_at: dateTime(),
  });

/** The record of a group merge: the sources, and the destination before and after. */
const groupMergeChange = () =>
  z.strictObject({
    sources: z.array(z.strictObject({ id: uuid(), name: recordName(), bin_id: uuid() })),
    before: groupMergeState(),
    after: groupMergeState(),
    added: z.array(z.strictObject({ contact_id: uuid(), created_at: dateTime() })),
  });
export type GroupMergeChange = z.output<ReturnType<typeof groupMergeChange>>;

/** Column kinds. An optional column that is left out gets its default. */
export const KINDS = {
  id: () => uuid(),
  ref: () => uuid().nullable().default(null),
  text: () => nullableText(MAX_UNWRITTEN_TEXT).default(null),
  words: () => text(MAX_UNWRITTEN_TEXT),
  day: () => day().nullable().default(null),
  time: () => dateTime().nullable().default(null),
  moment: () => dateTime(),
  flag: () => z.boolean().default(false),
  count: () => integer(0, 1_000_000_000).default(0),
  integer: () => integer(-1_000_000_000, 1_000_000_000).nullable().default(null),
  number: () => z.number().nullable().default(null),
  json: () => z.record(z.string(), z.unknown()).nullable().default(null),
  object: () => z.record(z.string(), z.unknown()).default({}),
  list: () => z.array(z.unknown()).default([]),
  audience: () => z.enum(['private', 'shared']).default('private'),
  fieldType: () => z.enum(FIELD_TYPES),
  groupMerge: groupMergeChange,
  cardKind: () => z.enum(['contact', 'group']),
  cardName: () => z.string().refine(isCardName, 'must be the last segment of an address').nullable().default(null),
  cardUid: () =>
    z
      .string()
      .regex(/^[^\p{Cc}\p{Cs}]{1,500}$/u, 'must be one line of 1 to 500 characters')
      .nullable()
      .default(null),
  /** The card as received, without checks. */
  cardText: () => z.string().max(MAX_TEXT).nullable().default(null),
  cardField: () => z.enum([...CARD_TEXTS, ...CARD_LISTS]),
  /** A card field as text, which may contain all of a contact's addresses. */
  said: () => nullableText(MAX_TEXT).default(null),
  photoId: () => z.string().refine(isPhotoId, 'must be a SHA-256 in hex'),
  /** A data: URL, so that other programs can read the picture too. */
  picture,
} as const;
type SimpleKind = keyof typeof KINDS;

/** Kinds whose value is never null, regardless of the column's rule. */
const NEVER_NULL: ReadonlySet<string> = new Set(['words', 'moment', 'count', 'list', 'object']);

type Rules = Record<string, z.ZodType>;

/** Rules, by table, for columns that operations write and for columns that need more than their kind. */
const RULES: Record<string, () => Rules> = {
  tags: once(() => ({ name: tagName() })),
  groups: once(() => groupFields().shape),
  custom_fields: once(() => ({ name: fieldLabel(), categories: listOf(fieldLabel()), ranking: storedRanking() })),
  contacts: once(() => ({
    ...contactUpdate().shape,
    ...coordinates(),
    ...shape(TEXT_FIELDS, () => nullableText(MAX_CONTACT_TEXT)),
    birthday: storedBirthday(),
    birthday_dismissed_year: contactUpdate().shape.birthday_year,
  })),
  contact_emails: once(() => ({ ...emailInput().shape, ranking: storedRanking() })),
  contact_phone_numbers: once(() => ({ ...phoneInput().shape, ranking: storedRanking() })),
  legacy_contact_addresses: once(() => addressInput().shape),
  contacts_custom_fields: once(() => {
    const { array_value } = fieldValue().shape;
    return { text_value: nullableText(MAX_UNWRITTEN_TEXT), array_value };
  }),
  reminders: once(() => {
    const { due_at_date, recurrence } = reminderFields();
    return { due_at_date, recurrence, anchor: z.union([dateTime(), day()], ANCHOR) };
  }),
  timeline_items: once(() => {
    const { custom_emoji, meeting_type, oauth_credential_id } = noteInput().shape;
    const attachments = z.array(z.strictObject({ ...attachment(), id: uuid() })).max(100);
    const channels = z.array(text(200)).max(100);
    return {
      // Monica's conversations become one note each, however long.
      ...{ note: nullableText(MAX_TEXT), custom_emoji, meeting_type, oauth_credential_id, attachments, channels },
      calendar_account_provider: provider(),
    };
  }),
  views: once(() => {
    const { name, emoji, filters, sort } = viewFields().shape;
    return { name, emoji, filters, sort };
  }),
  favorites: once(() => ({ ranking: storedRanking() })),
};

const ANCHOR = { error: 'must be a date (2026-11-01) or a date-time with an offset' };

/** The schema of one column. */
export function columnSchema(table: string, column: string, kind: SimpleKind): z.ZodType {
  const schema = KINDS[kind]();
  const rule = RULES[table]?.()[column];
  if (!rule || kind === 'id' || kind === 'ref' || kind === 'flag') return schema;
  if (!(schema instanceof z.ZodDefault)) return rule;
  const none = schema.def.defaultValue;
  return NEVER_NULL.has(kind) ? rule.default(none) : rule.nullable().default(none);
}
