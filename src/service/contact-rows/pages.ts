import { type SqlBool, sql } from 'kysely';
import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { append } from '../../shared/lists.ts';
import { type Db, onPostgres } from '../../store/store.ts';
import type { ContactRow } from '../../store/tables.ts';
import type { Context } from '../runtime/context.ts';
import type { CursorKey } from '../runtime/cursor.ts';
import { type Flags, readContacts, wantedRelations } from './read.ts';
import { firstContacts } from './size.ts';

export type ContactPage = DataOf<Operations['list_contacts']>;
export type SortName = 'created_at' | 'updated_at' | 'last_seen_at' | 'next_reminder_at' | 'full_name';

export interface PageRequest {
  take: number;
  cursor?: string | undefined;
  include?: Flags;
  select?: Flags;
}

/** Selects all of a user's contacts. */
export function contactsOf(db: Db, userId: string) {
  // The view is described in src/store/schema/search.ts.
  const from = sql<ContactRow>`${sql.table(onPostgres(db) ? 'contacts_found' : 'contacts')}`;
  return db.selectFrom(from.as('contacts')).where('contacts.user_id', '=', userId);
}
export type ContactQuery = ReturnType<typeof contactsOf>;

/**
 * Reads a page from disjoint queries in the given order, with missing dates last. `list` identifies the list and its
 * filters, which a cursor must match (docs/api/paging.md). First selects only sort keys, from an index if possible; then
 * reads the contacts of the page.
 */
export async function pageOfContacts(
  context: Context,
  queries: readonly ContactQuery[],
  list: unknown,
  order: Order,
  request: PageRequest,
): Promise<ContactPage> {
  return pageOfKeys(context, list, order, request, async (after, limit) => {
    const keys: CursorKey[] = [];
    for (const query of queries) {
      append(keys, await keysAfter(query, order, after, limit));
      if (queries.length > 1) keys.sort(keyOrder(order.order)).splice(limit);
    }
    return keys;
  });
}

/** The same, with a function that returns the first `limit` keys after a key. */
export async function pageOfKeys(
  context: Context,
  list: unknown,
  order: Order,
  request: PageRequest,
  keysAfter: (after: CursorKey | undefined, limit: number) => Promise<CursorKey[]>,
): Promise<ContactPage> {
  const name = listName(context, list, order);
  const after = request.cursor === undefined ? undefined : context.cursors.read(name, request.cursor);
  return viewPage(context, name, await keysAfter(after, request.take + 1), request);
}

export interface Order {
  sort: SortName;
  order: 'asc' | 'desc';
}

/** The first keys after a cursor's key. Missing dates come last, from a second query, so that both can use an index. */
export async function keysAfter(
  query: ContactQuery,
  { sort, order }: Order,
  after: CursorKey | undefined,
  limit: number,
): Promise<CursorKey[]> {
  const column = sortColumn(sort);
  const canBeMissing = column === 'last_seen_at' || column === 'next_reminder_at';
  const ordered = query
    .select([`contacts.${column} as sorted`, 'contacts.id'])
    .orderBy(`contacts.${column}`, order)
    .orderBy('contacts.id', order);
  const beyond = order === 'asc' ? sql`>` : sql`<`;
  const columns = [sql.ref(`contacts.${column}`), sql.ref('contacts.id')] as const;
  const keys: CursorKey[] = [];
  const collect = async (part: typeof ordered) => {
    for (const { sorted, id } of await part.limit(limit - keys.length).execute()) keys.push([sorted, id]);
  };
  if (after?.[0] !== null) {
    const dated = canBeMissing ? ordered.where(`contacts.${column}`, 'is not', null) : ordered;
    await collect(
      after ? dated.where(sql<SqlBool>`(${sql.join(columns)}) ${beyond} (${after[0]}, ${after[1]})`) : dated,
    );
  }
  if (canBeMissing && keys.length < limit) {
    const undated = ordered.where(`contacts.${column}`, 'is', null);
    await collect(after?.[0] === null ? undated.where(sql<SqlBool>`${columns[1]} ${beyond} ${after[1]}`) : undated);
  }
  return keys;
}

type SortColumn = Exclude<SortName, 'full_name'> | 'folded_name';

const sortColumn = (sort: SortName): SortColumn => (sort === 'full_name' ? 'folded_name' : sort);

export type NearOrder = 'distance' | Order;

/**
 * Reads a page with contacts near a location. Distances are computed here so that both databases agree. Sorting also
 * happens here, because a statement does not accept that many ids.
 */
export async function pageOfNear(
  context: Context,
  queries: readonly ContactQuery[],
  list: unknown,
  place: GeoCircle,
  order: NearOrder,
  request: PageRequest,
): Promise<ContactPage> {
  const name = listName(context, list, order);
  const compare = keyOrder(order === 'distance' ? 'asc' : order.order);
  const after = request.cursor === undefined ? undefined : context.cursors.read(name, request.cursor);
  const near: CursorKey[] = [];
  for (const query of queries) append(near, await withinRadius(query, place, order));
  near.sort(compare);
  const remaining = after ? near.filter((key) => compare(key, after) > 0) : near;
  return viewPage(context, name, remaining.slice(0, request.take + 1), request);
}

/** Compares keys like the database does: by value, with missing values last, then by id in the same direction. */
function keyOrder(order: 'asc' | 'desc') {
  const compare = (a: CursorKey[0], b: CursorKey[0]) => (a! < b! ? -1 : a! > b! ? 1 : 0) * (order === 'asc' ? 1 : -1);
  return ([a = null, aId = null]: CursorKey, [b = null, bId = null]: CursorKey): number =>
    Number(a === null) - Number(b === null) || (a === null ? 0 : compare(a, b)) || compare(aId, bId);
}

export interface GeoCircle {
  latitude: number;
  longitude: number;
  radius_km: number;
}

/** The key of each contact within the radius: its distance in kilometers or sort column, and its id. */
async function withinRadius(query: ContactQuery, place: GeoCircle, order: NearOrder): Promise<CursorKey[]> {
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

/** The total number of contacts in disjoint queries. */
export async function countOf(queries: readonly ContactQuery[]): Promise<number> {
  let count = 0;
  for (const query of queries) {
    const counted = query.select((builder) => builder.fn.countAll<number>().as('count'));
    count += Number((await counted.executeTakeFirstOrThrow()).count);
  }
  return count;
}

/** Warns that contacts without coordinates cannot be found by location. Empty if all have coordinates. */
export async function missingCoordinatesWarning(queries: readonly ContactQuery[]): Promise<string[]> {
  const all = await countOf(queries);
  const placed = await countOf(queries.map((query) => query.where('contacts.latitude', 'is not', null)));
  if (placed === all) return [];
  const some = placed === 0 ? 'none of these contacts have any' : `only ${placed} of these ${all} contacts have any`;
  return [
    `near uses coordinates, and ${some}. Addresses have no coordinates. To search by town name, use where {"location": "…"}.`,
  ];
}

const EARTH_RADIUS_KM = 6371.0088;
const KM_PER_DEGREE = (Math.PI / 180) * EARTH_RADIUS_KM;

type Point = Pick<GeoCircle, 'latitude' | 'longitude'>;

/** The great-circle distance in kilometers (haversine formula). */
export function greatCircle(from: Point, to: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [a, b] = [radians(from.latitude), radians(to.latitude)];
  const half = (delta: number) => Math.sin(delta / 2) ** 2;
  const chord = half(b - a) + Math.cos(a) * Math.cos(b) * half(radians(to.longitude - from.longitude));
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Reads the contacts of a page. An additional key means that another page follows. */
async function viewPage(
  context: Context,
  name: string,
  keys: CursorKey[],
  { take, include, select }: PageRequest,
): Promise<ContactPage> {
  const ids = keys.slice(0, take).map(([, id]) => String(id));
  const wanted = wantedRelations(include, select);
  const { ids: shown, maxRows, ...warned } = await firstContacts(context, ids, wanted);
  const contacts = await readContacts(context, shown, wanted, { select, maxRows });
  const nextCursor = keys.length > shown.length ? context.cursors.write(name, keys[shown.length - 1]!) : null;
  return { contacts, pagination: { nextCursor, count: contacts.length }, ...warned };
}

const listName = (context: Context, ...parts: unknown[]) => JSON.stringify([context.user.user_id, ...parts]);
