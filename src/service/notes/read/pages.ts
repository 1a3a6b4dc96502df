import { sql } from 'kysely';
import type { Operations } from '../../../contract/operations.ts';
import type { DataOf } from '../../../contract/schema/operation.ts';
import { badRequest } from '../../../shared/error.ts';
import { inOrderOf } from '../../../shared/lists.ts';
import type { SearchTerm } from '../../../shared/text/fold.ts';
import { lastMomentOf } from '../../../shared/zones.ts';
import { fetchInOrder, firstMatches, foundIn, type HitQuery, type PageRange } from '../../../store/first-matches.ts';
import type { IndexHit } from '../../../store/indexed-records.ts';
import { matching } from '../../../store/word-index.ts';
import { firstFitting } from '../../common/answer-size.ts';
import type { Context } from '../../runtime/context.ts';
import type { CursorKey } from '../../runtime/cursor.ts';
import { meetingTypes } from './meeting-types.ts';
import { sizesOfNotes } from './size.ts';
import { type NoteView, viewNotes } from './view.ts';

export interface NoteQuery {
  contactId?: string | undefined;
  /** Notes about at least one of these contacts. */
  contactIds?: string[] | undefined;
  groupId?: string | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
  includeMeetingTypeId?: string | undefined;
  excludeMeetingTypeId?: string | undefined;
  includeContactDetails?: boolean | undefined;
  terms?: SearchTerm[];
  /** Excludes notes that contain all of these terms. */
  but?: SearchTerm[];
  take: number;
  cursor?: string | undefined;
}

/**
 * Lists notes page by page without a text search, newest event first. The most selective index supplies the ids, so only
 * one page is loaded.
 */
export async function pageOfNotes(
  context: Context,
  operation: string,
  query: NoteQuery,
): Promise<DataOf<Operations['list_notes']>> {
  const { user, cursors } = context;
  const { take, cursor, includeContactDetails, ...filters } = query;
  const list = JSON.stringify([user.user_id, operation, filters]);
  const after = cursor === undefined ? undefined : cursors.read(list, cursor);
  const found = await findNotes(context, filters, after, take + 1);
  const ids = found.slice(0, take).map(({ id }) => id);
  const { notes, ...warned } = await firstNotes(context, ids, includeContactDetails);
  const last = found[notes.length - 1];
  const nextCursor = found.length > notes.length ? cursors.write(list, [last!.sort_time, last!.id]) : null;
  return { notes, pagination: { nextCursor, count: notes.length }, ...warned };
}

/**
 * Finds the first notes that pass the filters, by event time. `after` is the time and id of the last note on the
 * previous page.
 */
export async function findNotes(
  context: Context,
  filters: NoteFilters,
  after: CursorKey | undefined,
  limit: number,
  order: 'asc' | 'desc' = 'desc',
): Promise<IndexHit[]> {
  const { db, user } = context;
  const { terms = [], but } = filters;
  const place: PageRange = { order, after: after && [after[0], after[1]], limit };
  if (terms.length === 0) return fetchInOrder(notesFound(context, filters), place);
  const narrow = (found: HitQuery) => narrowed(context, filters, found);
  return firstMatches(db, { kind: 'note', userId: user.user_id, terms, but, narrow }, place);
}

/** Counts the notes that pass the filters. */
export async function countNotes(context: Context, filters: NoteFilters): Promise<number> {
  const { count } = await notesFound(context, filters)
    .clearSelect()
    .select((builder) => builder.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Loads the first notes that fit in one response. */
export async function firstNotes(
  context: Context,
  ids: string[],
  withContacts = false,
): Promise<{ notes: NoteView[]; warnings?: string[] }> {
  const { ids: shown, maxRows, ...warned } = await firstFitting(ids, sizesOfNotes(context, withContacts));
  return { notes: await notesById(context, shown, withContacts, maxRows), ...warned };
}

/** Loads notes for the API, in the order of `ids`. */
export async function notesById(
  context: Context,
  ids: string[],
  withContacts = false,
  maxRows?: number,
): Promise<NoteView[]> {
  const rows = await context.db
    .selectFrom('timeline_items')
    .selectAll()
    .where('user_id', '=', context.user.user_id)
    .where('id', 'in', ids)
    .execute();
  return viewNotes(context, inOrderOf(ids, rows), withContacts, maxRows);
}

export type NoteFilters = Omit<NoteQuery, 'take' | 'cursor' | 'includeContactDetails'>;

/** Ids and times of the notes that pass the filters. */
function notesFound(context: Context, filters: NoteFilters): HitQuery {
  const { db, user } = context;
  const own = user.user_id;
  const { contactId, contactIds, terms = [], but } = filters;
  const all = sql<IndexHit>`(select id, event_time as sort_time from timeline_items where user_id = ${own})`;
  const ofContact = sql<IndexHit>`(select timeline_item_id as id, event_time as sort_time from timeline_items_contacts
    where user_id = ${own} and contact_id = ${contactId})`;
  const ofContacts = (ids: string[]) =>
    sql<IndexHit>`(select distinct timeline_item_id as id, event_time as sort_time from timeline_items_contacts
      where user_id = ${own} and contact_id in (${sql.join(ids)}))`;
  const byPeople = contactId ? ofContact : contactIds ? ofContacts(contactIds) : all;
  const source = terms.length > 0 ? matching(db, 'note', own, { terms, but }) : byPeople;
  return narrowed(context, filters, foundIn(db, source));
}

/** Applies the remaining filters to notes selected by words or, without words, by contact. */
function narrowed({ db, user }: Context, filters: NoteFilters, all: HitQuery): HitQuery {
  const own = user.user_id;
  const { contactId, contactIds, groupId, terms = [], includeMeetingTypeId, excludeMeetingTypeId } = filters;
  let found = all;
  const links = db.selectFrom('timeline_items_contacts').select('timeline_item_id').where('user_id', '=', own);
  if (contactId && terms.length > 0) found = found.where('found.id', 'in', links.where('contact_id', '=', contactId));
  if (contactIds && (contactId || terms.length > 0))
    found = found.where('found.id', 'in', links.where('contact_id', 'in', contactIds));
  if (groupId) {
    const members = db
      .selectFrom('groups_contacts')
      .select('contact_id')
      .where('user_id', '=', own)
      .where('group_id', '=', groupId);
    found = found.where('found.id', 'in', links.where('contact_id', 'in', members));
  }
  const typed = (id: string) =>
    db
      .selectFrom('timeline_items')
      .select('id')
      .where('user_id', '=', own)
      .where('meeting_type', '=', meetingTypes.find((type) => type.id === id)?.name ?? '');
  if (includeMeetingTypeId) found = found.where('found.id', 'in', typed(includeMeetingTypeId));
  // Notes without a type are kept (docs/api/notes.md).
  if (excludeMeetingTypeId) found = found.where('found.id', 'not in', typed(excludeMeetingTypeId));
  const { createdAfter, createdBefore } = filters;
  if (createdAfter || createdBefore) {
    let written = db.selectFrom('timeline_items').select('id').where('user_id', '=', own);
    if (createdAfter) written = written.where('created_at', '>=', createdAfter);
    if (createdBefore) written = written.where('created_at', '<=', lastMomentOf(createdBefore));
    found = found.where('found.id', 'in', written);
  }
  const { startDate, endDate } = filters;
  if (startDate) found = found.where('found.sort_time', '>=', startDate);
  if (endDate) found = found.where('found.sort_time', '<=', lastMomentOf(endDate));
  if (startDate && endDate && startDate > lastMomentOf(endDate))
    throw badRequest({ endDate: 'must not be before startDate' });
  if (createdAfter && createdBefore && createdAfter > lastMomentOf(createdBefore))
    throw badRequest({ createdBefore: 'must not be before createdAfter' });
  return found;
}
