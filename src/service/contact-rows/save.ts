import type { z } from 'zod';
import {
  MESSAGE_TEXT_FIELDS,
  MESSAGE_TIME_FIELDS,
  PROFILE_FIELDS,
  PROVIDER_FIELDS,
  TIME_FIELDS,
} from '../../contract/contact-fields.ts';
import type { contactPatch } from '../../contract/contact-input.ts';
import { type KithError, notFound } from '../../shared/error.ts';
import { append, chunked } from '../../shared/lists.ts';
import { runCompiled } from '../../store/compiled-queries.ts';
import { ownRows } from '../../store/own-rows.ts';
import type { Db } from '../../store/store.ts';
import type { ContactRow } from '../../store/tables.ts';
import { markGroupsOf } from '../common/changed-groups.ts';
import type { DetailTable } from '../common/detail-kinds.ts';
import { mergedInto } from '../common/merged-into.ts';
import { requireSameId } from '../common/owned.ts';
import { setCustomFields } from '../custom-fields/values.ts';
import { indexContact, indexContacts } from '../indexing/contact-index.ts';
import { withStoredPhotos } from '../photos/photos.ts';
import { markChanged } from '../runtime/changes.ts';
import type { Context } from '../runtime/context.ts';
import { recountAfter } from '../runtime/counts.ts';
import { queueChanges } from '../runtime/outbox.ts';
import { changeTags, replaceGroups, toChanges } from './associations.ts';
import { contactColumns } from './columns.ts';
import { addMissingDetails, removeDetails, replaceDetails } from './details.ts';
import { idIsTaken, insertContacts, type NewContact, type NewContactRows, takenIds } from './new-rows.ts';
import { changeRelations } from './relations.ts';

export type ContactChanges = z.output<ReturnType<typeof contactPatch>>;

/** Fields that are not on a vCard. Changes to them are not synced to devices. */
const NOT_ON_CARD: ReadonlySet<string> = new Set([
  ...[...TIME_FIELDS, ...MESSAGE_TEXT_FIELDS, ...MESSAGE_TIME_FIELDS, ...PROVIDER_FIELDS],
  ...['starred', 'never_keep_in_touch', 'ignore_merge', 'source', 'priority_tier', 'frequency', 'custom_fields'],
  ...['contact_birthdays', 'related_contacts', 'linkedin_data', 'web_search_summary', 'last_seen_now', 'snooze_days'],
  ...['groups_contacts', 'education', 'legacy_location', 'business_card_url', 'image_source', 'coordinates'],
]);

const DETAILS: DetailTable[] = ['contact_emails', 'contact_phone_numbers', 'legacy_contact_addresses'];

/** Reads a contact's row. Throws 404, which contains the survivor's id if the contact was merged. */
export async function requireContact({ db, user }: Context, id: string): Promise<ContactRow> {
  const [row] = await ownRows(db, user.user_id, 'contacts', '*', { where: { id: [id] } });
  if (row) return row;
  throw await missingContact({ db, user }, id);
}

/** The 404 error for an unknown contact id. */
export async function missingContact(context: Pick<Context, 'db' | 'user'>, id: string): Promise<KithError> {
  return notFound('contact', id, await mergedInto(context, id));
}

/**
 * Creates a contact from `rows`, and its links from `input`. Throws 409 if the id is used, and 404 for a link to a record
 * that is not the user's.
 */
export async function createContact(context: Context, input: NewContact, rows: NewContactRows): Promise<string> {
  const { tags_contacts, related_contacts, groups_contacts, custom_fields, contact_birthdays } = input;
  const { id } = rows.contact;
  if (input.id) await refuseTakenId(context, id);
  await requireSameId(context, id, contact_birthdays?.contact_id, 'contact_birthdays.contact_id');
  await insertContacts(context, [rows]);
  if (groups_contacts) await replaceGroups(context, id, groups_contacts);
  if (custom_fields) await setCustomFields(context, id, custom_fields);
  if (tags_contacts) await changeTags(context, id, ...toChanges('tags_contacts', tags_contacts));
  if (related_contacts) await changeRelations(context, id, ...toChanges('related_contacts', related_contacts));
  return id;
}

/** Changes the given fields of a contact. */
export async function updateContact(context: Context, id: string, input: ContactChanges): Promise<void> {
  await changeContact(context, await requireContact(context, id), input);
  await finishChanges(context, [id]);
}

/** Updates the search index and the outbox after changes to contacts. */
export async function finishChanges(context: Context, ids: readonly string[]): Promise<void> {
  await indexContacts(context.db, context.user.user_id, ids);
  await queueChanges(context, await withProfiles(context, ids));
}

/** Contacts with a social profile. Changes of the others have no deferred work. */
async function withProfiles({ db, user }: Context, ids: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const part of chunked([...new Set(ids)])) {
    const rows = await runCompiled(db, 'contacts with profiles', idsWithProfile, [user.user_id, part]);
    append(
      found,
      rows.map(({ id }) => id),
    );
  }
  return found;
}

const idsWithProfile = (db: Db, userId: string, ids: string[]) =>
  db
    .selectFrom('contacts')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .where(({ or, eb }) => or(PROFILE_FIELDS.map((field) => eb(field, '!=', ''))));

/** Changes a contact whose row is `current`. Call `finishChanges` afterward. */
export async function changeContact(context: Context, current: ContactRow, input: ContactChanges): Promise<void> {
  const { db, user, now } = context;
  const { id } = current;
  const { tags_contacts, related_contacts, ...given } = input;
  const fields = await withStoredPhotos(context, given, current);
  const columns = contactColumns(fields, current, now);
  const update = db
    .updateTable('contacts')
    .set({ ...columns, updated_at: now })
    .where('user_id', '=', user.user_id)
    .where('id', '=', id);
  const isMoved = columns.is_archived !== undefined && columns.is_archived !== current.is_archived;
  await (isMoved ? recountAfter(context, [id], () => update.execute()) : update.execute());
  if (Object.keys(input).some((field) => !NOT_ON_CARD.has(field))) markChanged(context, 'contact', [id]);
  if (input.is_archived !== undefined) await markGroupsOf(context, [id]);
  await saveLists(context, id, fields);
  await addMissingDetails(context, 'contact_emails', id, input.add_emails ?? []);
  await removeDetails(context, 'contact_emails', id, input.remove_emails ?? []);
  await addMissingDetails(context, 'contact_phone_numbers', id, input.add_phones ?? []);
  await removeDetails(context, 'contact_phone_numbers', id, input.remove_phones ?? []);
  if (tags_contacts) await changeTags(context, id, ...toChanges('tags_contacts', tags_contacts));
  if (related_contacts) await changeRelations(context, id, ...toChanges('related_contacts', related_contacts));
}

/** Updates a contact's update time and search index after a change to its details. */
export async function touchContact(context: Context, id: string): Promise<void> {
  const { db, user, now } = context;
  markChanged(context, 'contact', [id]);
  await db
    .updateTable('contacts')
    .set({ updated_at: now })
    .where('user_id', '=', user.user_id)
    .where('id', '=', id)
    .execute();
  await indexContact(db, user.user_id, id);
}

async function saveLists(
  context: Context,
  id: string,
  fields: Omit<ContactChanges, 'tags_contacts' | 'related_contacts'>,
): Promise<void> {
  await requireSameId(context, id, fields.contact_birthdays?.contact_id, 'contact_birthdays.contact_id');
  for (const table of DETAILS) {
    const list = fields[table];
    if (list) await replaceDetails(context, table, id, list);
  }
  if (fields.groups_contacts) await replaceGroups(context, id, fields.groups_contacts);
  if (fields.custom_fields) await setCustomFields(context, id, fields.custom_fields);
}

/** Throws 409 for a used id. Ids of merged contacts remain reserved, because undo restores them. */
async function refuseTakenId(context: Context, id: string): Promise<void> {
  const taken = await takenIds(context, [id]);
  if (taken.has(id)) throw idIsTaken(id, taken.get(id));
}
