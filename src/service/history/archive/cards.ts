import { sql } from 'kysely';
import type { CardKind, CardRow } from '../../../store/card-tables.ts';
import type { StoredRow } from '../../../store/store.ts';
import { moveCard, releaseName } from '../../cards/card-row.ts';
import { bareUid, cardsByUid } from '../../cards/rows.ts';
import { saveText } from '../../cards/text.ts';
import { markChanged } from '../../runtime/changes.ts';
import type { Context } from '../../runtime/context.ts';
import { restorableIds } from '../../undo-records/purge-cards.ts';

// Card data from devices, so that devices find the same card names and UIDs after a move to another server.

const nameByDefault = (id: string): string => `${id}.vcf`;

/** Cards with data to export: not those with default name and UID, nor those of permanently deleted contacts. */
export const cardsToExport = (context: Context) =>
  context.db
    .selectFrom('cards')
    .leftJoin('card_texts as said', (join) =>
      join.onRef('said.user_id', '=', 'cards.user_id').onRef('said.id', '=', 'cards.id'),
    )
    .selectAll('cards')
    .select(['said.sealed', 'said.taken_from'])
    .where('cards.user_id', '=', context.user.user_id)
    .where((card) => card.or([card('cards.gone', '=', 0), card('cards.id', 'in', restorableIds(context))]))
    .where((card) =>
      card.or([
        card('said.id', 'is not', null),
        card('cards.name', '!=', sql<string>`cards.id || '.vcf'`),
        card('cards.uid', '!=', card.ref('cards.id')),
      ]),
    );

/** The unsettled conflicts of existing contacts. */
export const conflictsToExport = ({ db, user }: Context) =>
  db
    .selectFrom('card_conflicts')
    .innerJoin('contacts', (join) =>
      join.onRef('contacts.user_id', '=', 'card_conflicts.user_id').onRef('contacts.id', '=', 'card_conflicts.card_id'),
    )
    .selectAll('card_conflicts')
    .where('card_conflicts.user_id', '=', user.user_id);

/** Converts a card to the columns of an archive. */
export const openCard = (
  stored: StoredRow,
  textOf: (sealed: string) => string,
): Pick<StoredRow, 'name' | 'uid' | 'text' | 'gone_at'> => {
  const { id, name, uid, sealed, gone, changed_at } = stored;
  return {
    name: name === nameByDefault(String(id)) ? null : name,
    uid: uid === id ? null : uid,
    text: typeof sealed === 'string' ? textOf(sealed) : null,
    gone_at: gone === 1 ? changed_at : null,
  };
};

/** A card from an archive, with a local id. `gone_at` is set if its contact is deleted but can be restored. */
interface ArchivedCard {
  id: string;
  kind: CardKind;
  name: string | null;
  uid: string | null;
  text: string | null;
  takenFrom: string | null;
  gone_at: string | null;
}

/**
 * Imports card data. Existing data is kept: texts from devices, and chosen or synced names and UIDs. Names and UIDs that
 * another local card uses are skipped. Returns the rows that changed something.
 */
export async function putCards(context: Context, rows: StoredRow[]): Promise<StoredRow[]> {
  const told = rows.map((row) => ({ row, card: toldBy(row) }));
  const cards = told.map(({ card }) => card);
  const here = await localCards(context, cards);
  const rivals = await rivalsOf(context, cards);
  const brought: StoredRow[] = [];
  for (const { row, card } of told) {
    const there = here.get(card.id);
    const chosen = !there || there.isOpen ? await freeOf(context, card, rivals) : {};
    const isAnother = there ? await rename(context, there, chosen) : await addCard(context, card, chosen);
    const isTold = card.text !== null && !there?.hasText;
    if (card.text !== null && isTold) await saveText(context, card.id, card.text, card.takenFrom);
    if (!isAnother && !isTold) continue;
    brought.push(row);
    // Devices never had the cards of deleted contacts.
    if (card.gone_at === null) markChanged(context, card.kind, [card.id]);
  }
  return brought;
}

function toldBy({ id, kind, name, uid, text, taken_from, gone_at }: StoredRow): ArchivedCard {
  const said = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    id: String(id),
    kind: kind === 'group' ? 'group' : 'contact',
    ...{ name: said(name), uid: said(uid), text: said(text), takenFrom: said(taken_from), gone_at: said(gone_at) },
  };
}

interface LocalCard extends CardRow {
  hasText: boolean;
  /** Whether the name and UID may change: they are the defaults, and no device has the card. */
  isOpen: boolean;
}

async function localCards({ db, user }: Context, cards: ArchivedCard[]): Promise<Map<string, LocalCard>> {
  const ids = cards.map(({ id }) => id);
  const found = await db
    .selectFrom('cards')
    .selectAll()
    .where('user_id', '=', user.user_id)
    .where('id', 'in', ids)
    .execute();
  const idsIn = async (table: 'card_texts' | 'cards_given') => {
    const rows = db.selectFrom(table).select('id').where('user_id', '=', user.user_id).where('id', 'in', ids);
    return new Set((await rows.execute()).map(({ id }) => id));
  };
  const [texts, given] = [await idsIn('card_texts'), await idsIn('cards_given')];
  return new Map(
    found.map((row) => {
      const isAsMade = row.name === nameByDefault(row.id) && row.uid === row.id;
      const hasText = texts.has(row.id);
      return [row.id, { ...row, hasText, isOpen: isAsMade && !hasText && row.gone === 0 && !given.has(row.id) }];
    }),
  );
}

/** Local cards with the names and UIDs of cards in an archive. */
interface Rivals {
  named: Pick<CardRow, 'id' | 'name' | 'gone'>[];
  /** Only existing cards. */
  identified: Pick<CardRow, 'id' | 'uid'>[];
}

async function rivalsOf(context: Context, cards: ArchivedCard[]): Promise<Rivals> {
  const { db, user } = context;
  const names = cards.flatMap(({ name }) => name ?? []);
  const named = await db
    .selectFrom('cards')
    .select(['id', 'name', 'gone'])
    .where('user_id', '=', user.user_id)
    .where('name', 'in', names)
    .execute();
  const uids = cards.flatMap(({ uid }) => uid ?? []);
  return { named, identified: await cardsByUid(context, uids) };
}

type Chosen = Partial<Pick<CardRow, 'name' | 'uid'>>;

/** The name and UID of a card, unless other cards use them. Releases a name that only removed cards use. */
async function freeOf(
  context: Context,
  { id, name, uid, gone_at }: ArchivedCard,
  { named, identified }: Rivals,
): Promise<Chosen> {
  const chosen: Chosen = {};
  const holders = named.filter((other) => other.name === name && other.id !== id);
  if (name !== null && !holders.some(({ gone }) => gone === 0 || gone_at !== null)) {
    for (const holder of holders) await releaseName(context, holder);
    named.push({ id, name, gone: gone_at === null ? 0 : 1 });
    chosen.name = name;
  }
  if (uid !== null && !identified.some((other) => bareUid(other.uid) === bareUid(uid) && other.id !== id)) {
    if (gone_at === null) identified.push({ id, uid });
    chosen.uid = uid;
  }
  return chosen;
}

/** Adds the card of a new or deleted contact. New ones get their change number at the end of the transaction. */
async function addCard(
  { db, user, now }: Context,
  { id, kind, gone_at }: ArchivedCard,
  chosen: Chosen,
): Promise<boolean> {
  const whole = { name: nameByDefault(id), uid: id, ...chosen };
  await db
    .insertInto('cards')
    .values({
      ...{ user_id: user.user_id, id, kind, ...whole, change: 0 },
      ...{ changed_at: gone_at ?? now, gone: gone_at === null ? 0 : 1 },
    })
    .execute();
  return true;
}

/** Returns whether anything changed. */
async function rename(
  context: Context,
  { isOpen: _, hasText: __, ...card }: LocalCard,
  { name, uid }: Chosen,
): Promise<boolean> {
  const { db, user } = context;
  if (name !== undefined) await moveCard(context, card, name);
  if (uid !== undefined)
    await db.updateTable('cards').set({ uid }).where('user_id', '=', user.user_id).where('id', '=', card.id).execute();
  return name !== undefined || uid !== undefined;
}
