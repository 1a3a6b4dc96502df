import { type SqlBool, sql } from 'kysely';
import type { DataOf } from '../../catalogue/operation.ts';
import type { Operations } from '../../catalogue/operations.ts';
import type { Context } from '../context.ts';
import type { CursorKey } from '../cursor.ts';
import { inList, inOrderOf, inParts } from '../store/in-list.ts';
import type { Db } from '../store/store.ts';
import type { ContactRow } from '../store/tables.ts';
import { type ContactView, type Flags, type RelationField, viewContacts, wantedRelations } from './contact-view.ts';

export type ContactPage = DataOf<Operations['list_contacts']>;
export type SortName = 'created_at' | 'updated_at' | 'last_seen_at' | 'next_reminder_at' | 'full_name';

export interface PageRequest {
  take: number;
  cursor?: string | undefined;
  include?: Flags;
  select?: Flags;
}

/** Contacts before paging: the caller's, narrowed by whatever the list asks for. */
export const contactsOf = (db: Db, userId: string) => db.selectFrom('contacts').where('contacts.user_id', '=', userId);
export type ContactQuery = ReturnType<typeof contactsOf>;

/** Contacts as the API shows them, in the order of their ids; what is not the caller's is left out. */
export async function viewContactsById(
  context: Context,
  ids: string[],
  relations: ReadonlySet<RelationField>,
): Promise<ContactView[]> {
  const views: ContactView[] = [];
  for (const part of inParts([...new Set(ids)])) {
    const rows = await contactsOf(context.db, context.user.user_id)
      .selectAll('contacts')
      .where('contacts.id', 'in', inList(part))
      .execute();
    views.push(...(await viewContacts(context, rows, relations)));
  }
  return inOrderOf(ids, views);
}

/**
 * One page of a query in the given order, missing dates last. `list` names the list with its filters: a
 * cursor belongs to it (decisions, Paging).
 */
export async function pageOfContacts(
  context: Context,
  query: ContactQuery,
  list: unknown,
  order: { sort: SortName; order: 'asc' | 'desc' },
  request: PageRequest,
): Promise<ContactPage> {
  const name = listName(context, list, order);
  const column = sortColumn(order.sort);
  const after = request.cursor === undefined ? undefined : context.cursors.read(name, request.cursor);
  const remaining = after ? query.where(behind(column, order.order, after)) : query;
  const rows = await remaining
    .selectAll('contacts')
    .orderBy(`contacts.${column}`, (by) => {
      const ordered = order.order === 'asc' ? by.asc() : by.desc();
      // Only where there is something to put last: PostgreSQL has no index in that order.
      return canBeMissing(column) ? ordered.nullsLast() : ordered;
    })
    .orderBy('contacts.id', order.order)
    .limit(request.take + 1)
    .execute();
  return viewPage(context, rows, request, (row) => context.cursors.write(name, [row[column], row.id]));
}

type SortColumn = Exclude<SortName, 'full_name'> | 'folded_name';

const sortColumn = (sort: SortName): SortColumn => (sort === 'full_name' ? 'folded_name' : sort);

const canBeMissing = (column: SortColumn): boolean => column === 'last_seen_at' || column === 'next_reminder_at';

/** The rows that come after the one a cursor names, whether that row still exists or not. */
function behind(column: SortColumn, order: 'asc' | 'desc', [value, id]: CursorKey) {
  const sorted = sql.ref(`contacts.${column}`);
  const key = sql.ref('contacts.id');
  const beyond = order === 'asc' ? sql`>` : sql`<`;
  if (value === null) return sql<SqlBool>`(${sorted} is null and ${key} ${beyond} ${id})`;
  const later = sql`(${sorted}, ${key}) ${beyond} (${value}, ${id})`;
  return canBeMissing(column) ? sql<SqlBool>`(${later} or ${sorted} is null)` : sql<SqlBool>`${later}`;
}

export type NearOrder = 'distance' | { sort: SortName; order: 'asc' | 'desc' };

/**
 * One page of those near a place. Distance is the application's arithmetic, so that both engines agree; what it
 * leaves is ordered here too, since a crowd of ids is more than a statement can take.
 */
export async function pageOfNear(
  context: Context,
  query: ContactQuery,
  list: unknown,
  place: Place,
  order: NearOrder,
  request: PageRequest,
): Promise<ContactPage> {
  const name = listName(context, list, order);
  const compare = keyOrder(order === 'distance' ? 'asc' : order.order);
  const after = request.cursor === undefined ? undefined : context.cursors.read(name, request.cursor);
  const near = (await withinRadius(query, place, order)).sort(compare);
  const remaining = after ? near.filter((key) => compare(key, after) > 0) : near;
  const keyOf = new Map(remaining.slice(0, request.take + 1).map((key) => [key[1] as string, key]));
  const rows = await contactsOf(context.db, context.user.user_id)
    .selectAll('contacts')
    .where('contacts.id', 'in', inList([...keyOf.keys()]))
    .execute();
  const ordered = inOrderOf([...keyOf.keys()], rows);
  return viewPage(context, ordered, request, (row) => context.cursors.write(name, keyOf.get(row.id)!));
}

/** By value, a missing one last, then by id in the same direction: as the database orders a list. */
function keyOrder(order: 'asc' | 'desc') {
  const compare = (a: CursorKey[0], b: CursorKey[0]) => (a! < b! ? -1 : a! > b! ? 1 : 0) * (order === 'asc' ? 1 : -1);
  return ([a = null, aId = null]: CursorKey, [b = null, bId = null]: CursorKey): number =>
    Number(a === null) - Number(b === null) || (a === null ? 0 : compare(a, b)) || compare(aId, bId);
}

export interface Place {
  latitude: number;
  longitude: number;
  radius_km: number;
}

/** What orders them (kilometers, or the sorted column) and the ids of those contacts of a query within a radius. */
async function withinRadius(query: ContactQuery, place: Place, order: NearOrder): Promise<CursorKey[]> {
  const column = order === 'distance' ? 'id' : sortColumn(order.sort);
  const degrees = (place.radius_km / KM_PER_DEGREE) * 1.01;
  const rows = await query
    .select(['contacts.id', 'contacts.latitude', 'contacts.longitude', `contacts.${column} as sorted`])
    .where('contacts.latitude', '>=', place.latitude - degrees)
    .where('contacts.latitude', '<=', place.latitude + degrees)
    .where('contacts.longitude', 'is not', null)
    .execute();
  return rows.flatMap(({ id, latitude, longitude, sorted }): CursorKey[] => {
    const distance = greatCircle(place, { latitude: latitude!, longitude: longitude! });
    return distance <= place.radius_km ? [[order === 'distance' ? distance : sorted, id]] : [];
  });
}

const EARTH_RADIUS_KM = 6371.0088;
const KM_PER_DEGREE = (Math.PI / 180) * EARTH_RADIUS_KM;

type Point = Pick<Place, 'latitude' | 'longitude'>;

/** Kilometers over the surface of a sphere (haversine). */
export function greatCircle(from: Point, to: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [a, b] = [radians(from.latitude), radians(to.latitude)];
  const half = (delta: number) => Math.sin(delta / 2) ** 2;
  const chord = half(b - a) + Math.cos(a) * Math.cos(b) * half(radians(to.longitude - from.longitude));
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}

async function viewPage(
  context: Context,
  rows: ContactRow[],
  request: PageRequest,
  cursorAt: (row: ContactRow) => string,
): Promise<ContactPage> {
  const shown = rows.slice(0, request.take);
  const contacts = await viewContacts(context, shown, wantedRelations(request.include, request.select), request.select);
  const nextCursor = rows.length > request.take ? cursorAt(shown.at(-1)!) : null;
  return { contacts, pagination: { nextCursor, count: contacts.length } };
}

/** The contacts that notes and reminders are linked to, without relations. */
export async function contactsById(context: Context, ids: string[]): Promise<Map<string, ContactView>> {
  const views = await viewContactsById(context, ids, new Set());
  return new Map(views.map((view) => [view.id, view]));
}

const listName = (context: Context, ...parts: unknown[]) => JSON.stringify([context.user.user_id, ...parts]);
