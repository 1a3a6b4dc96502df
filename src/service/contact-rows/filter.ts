import { SEARCHED_FIELDS, type Where } from '../../contract/contact-filter.ts';
import { sizeOfFilter } from '../../contract/schema/filter-size.ts';
import { fold } from '../../shared/text/fold.ts';
import { onPostgres } from '../../store/store.ts';
import { contactsWithSubstring } from '../../store/substring-index.ts';
import type { Context } from '../runtime/context.ts';
import { contactConditions, EACH_CONTACT, type WideSets, wideSets } from './conditions.ts';
import { type ContactQuery, contactsOf } from './pages.ts';

/** Limit of conditions times contacts in one SQLite statement, because it blocks all other requests. */
const AT_ONCE = 250_000;
const IN_A_STRETCH = 50_000;
/** Filters with at most this many conditions run in one statement, because counting contacts would take longer. */
const FEW = 5;

/**
 * The contacts that match a filter, as one query, or as one query per range of ids if a single one would take too long.
 * `wide` are the sets to check per contact, if they are known.
 */
export async function filterContacts(
  context: Context,
  where: Where,
  wide?: WideSets,
): Promise<[ContactQuery, ...ContactQuery[]]> {
  const { db, user } = context;
  const { conditions } = sizeOfFilter(where);
  const all = contactsOf(db, user.user_id);
  const isLong =
    !onPostgres(db) &&
    conditions > FEW &&
    (await all
      .select('contacts.id')
      .limit(1)
      .offset(Math.floor(AT_ONCE / conditions))
      .executeTakeFirst()) !== undefined;
  if (!isLong) {
    const sets = wide ?? (await wideSets(context, where));
    return [
      (await narrowBySubstring(context, all, where)).where((builder) =>
        contactConditions(builder, context, where, sets),
      ),
    ];
  }
  const queries: ContactQuery[] = [];
  for await (const { from, to } of idRanges(all, Math.max(100, Math.floor(IN_A_STRETCH / conditions)))) {
    const within = to === undefined ? all : all.where('contacts.id', '<=', to);
    queries.push(
      within
        .where('contacts.id', '>', from)
        .where((builder) => contactConditions(builder, context, where, EACH_CONTACT)),
    );
  }
  return queries as [ContactQuery, ...ContactQuery[]];
}

/** Narrows the contacts by each text condition for which the substring index finds few contacts. */
async function narrowBySubstring({ db, user }: Context, contacts: ContactQuery, where: Where): Promise<ContactQuery> {
  let few = contacts;
  for (const field of SEARCHED_FIELDS) {
    const text = where[field];
    const found = text === undefined ? undefined : await contactsWithSubstring(db, user.user_id, fold(text));
    if (found) few = few.where('contacts.id', 'in', found);
  }
  return few;
}

async function* idRanges(all: ContactQuery, size: number): AsyncGenerator<{ from: string; to: string | undefined }> {
  for (let from: string | undefined = ''; from !== undefined; ) {
    const last: { id: string } | undefined = await all
      .select('contacts.id')
      .where('contacts.id', '>', from)
      .orderBy('contacts.id')
      .limit(1)
      .offset(size - 1)
      .executeTakeFirst();
    yield { from, to: last?.id };
    from = last?.id;
  }
}
