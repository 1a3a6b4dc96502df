import { photoIdIn } from '../../contract/photos.ts';
import type {
  CardChangeList,
  CardListing,
  DavAddressBook,
  GroupCard,
  PersonCard,
  StoredCard,
} from '../../shared/cards/address-book.ts';
import { groupBy } from '../../shared/lists.ts';
import type { CardRow } from '../../store/card-tables.ts';
import type { Context } from '../runtime/context.ts';
import type { UserData } from '../runtime/user-data.ts';
import { type DeviceVersion, deviceChanges, saveDeviceVersions } from './devices.ts';
import { expectedMembers } from './expected-members.ts';
import { changeProperties, readProperties } from './properties.ts';
import { putCard } from './put.ts';
import { readFields } from './read-fields.ts';
import { removeCard } from './remove.ts';
import { cardsInBook } from './rows.ts';
import { readTexts } from './text.ts';

/** A user's contacts and groups as an address book of cards, for one syncing device or service. */
export function openAddressBook(data: UserData, device: string): DavAddressBook {
  return {
    state: () => data.read(async (context) => (await counterOf(context)).change),
    list: (after, take) => data.read((context) => listCards(context, after, take)),
    changes: (after, take) => data.read((context) => changesAfter(context, after, take)),

    async read(names, withPhotos, asSeen) {
      const { cards, news } = await data.read(async (context) => {
        const { cards, given } = await readCards(context, names, withPhotos);
        return { cards, news: asSeen ? await newForDevice(context, device, given) : [] };
      });
      if (news.length > 0) await data.write((context) => saveDeviceVersions(context, device, news));
      return cards;
    },

    put: (name, card, conditions) => data.write((context) => putCard(context, device, name, card, conditions)),
    remove: (name, conditions) => data.write((context) => removeCard(context, name, conditions)),

    properties: (names) => data.read((context) => readProperties(context, names)),
    changeProperties: (name, changes) => data.write((context) => changeProperties(context, name, changes)),
  };
}

const counterOf = async ({ db, user }: Context): Promise<{ change: number; purged: number }> =>
  (await db
    .selectFrom('card_counters')
    .select(['change', 'purged'])
    .where('user_id', '=', user.user_id)
    .executeTakeFirst()) ?? { change: 0, purged: 0 };

async function listCards(context: Context, after: string | undefined, take: number): Promise<CardListing[]> {
  const cards = cardsInBook(context).select(['cards.name', 'cards.change']).orderBy('cards.name').limit(take);
  return (after === undefined ? cards : cards.where('cards.name', '>', after)).execute();
}

async function changesAfter(context: Context, after: number, take: number): Promise<CardChangeList | undefined> {
  const { db, user } = context;
  const { change: last, purged } = await counterOf(context);
  const isFirst = after === 0;
  if (after > last || (after < purged && !isFirst)) return undefined;
  const rows = await db
    .selectFrom('cards')
    .leftJoin('contacts', (join) =>
      join.onRef('contacts.user_id', '=', 'cards.user_id').onRef('contacts.id', '=', 'cards.id'),
    )
    .select(['cards.name', 'cards.change', 'cards.gone', 'contacts.is_archived'])
    .where('cards.user_id', '=', user.user_id)
    .where('cards.change', '>', after)
    .orderBy('cards.change')
    .limit(take + 1)
    .execute();
  const page = rows.slice(0, take);
  const isGone = ({ gone, is_archived }: (typeof rows)[number]) => gone === 1 || is_archived === 1;
  return {
    changed: page.filter((row) => !isGone(row)).map(({ name, change }) => ({ name, change })),
    // On its first sync, a device has no cards to remove.
    gone: isFirst ? [] : page.filter(isGone).map(({ name }) => name),
    upTo: rows.length > take ? page.at(-1)!.change : last,
    more: rows.length > take,
  };
}

async function readCards(
  context: Context,
  names: string[],
  withPhotos: boolean,
): Promise<{ cards: StoredCard[]; given: DeviceVersion[] }> {
  const rows: CardRow[] = await cardsInBook(context).selectAll('cards').where('cards.name', 'in', names).execute();
  const idsOf = (kind: CardRow['kind']) => rows.flatMap((row) => (row.kind === kind ? [row.id] : []));
  const fields = await readFields(context, idsOf('contact'));
  const texts = await readTexts(context, idsOf('contact').concat(idsOf('group')));
  const photos = withPhotos
    ? await readPhotos(
        context,
        [...fields.values()].map(({ photo }) => photo),
      )
    : new Map<string, Uint8Array>();
  const titles = await titlesOf(context, idsOf('group'));
  const members = await memberUids(context, idsOf('group'));

  const cards = rows.flatMap((row): StoredCard[] => {
    const { id, name, uid, change, changed_at: changedAt } = row;
    const common = { name, uid, change, changedAt, text: texts.get(id) };
    const title = titles.get(id);
    if (title !== undefined)
      return [{ kind: 'group', ...common, title, members: members.get(id) ?? [] }] satisfies GroupCard[];
    const said = fields.get(id);
    if (!said) return [];
    return [
      { kind: 'person', ...common, fields: said, photo: photos.get(photoIdIn(said.photo) ?? '') },
    ] satisfies PersonCard[];
  });
  const given = rows.flatMap(({ id, change }) => {
    const said = fields.get(id);
    return said ? [{ id, change, fields: said }] : [];
  });
  return { cards, given };
}

/** The cards that the device does not have in this version yet. */
async function newForDevice(context: Context, device: string, given: DeviceVersion[]): Promise<DeviceVersion[]> {
  const had = await deviceChanges(
    context,
    device,
    given.map(({ id }) => id),
  );
  return given.filter(({ id, change }) => had.get(id) !== change);
}

async function readPhotos({ db, user }: Context, addresses: (string | undefined)[]): Promise<Map<string, Uint8Array>> {
  const ids = [...new Set(addresses.flatMap((address) => photoIdIn(address) ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('photos')
    .select(['id', 'bytes'])
    .where('user_id', '=', user.user_id)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, bytes }) => [id, bytes]));
}

async function titlesOf({ db, user }: Context, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('groups')
    .select(['id', 'name'])
    .where('user_id', '=', user.user_id)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The UIDs of group members by group: unarchived contacts, and expected members without a card. */
async function memberUids(context: Context, groupIds: string[]): Promise<Map<string, string[]>> {
  if (groupIds.length === 0) return new Map();
  const { user } = context;
  const rows = await cardsInBook(context)
    .innerJoin('groups_contacts as link', (join) =>
      join.onRef('link.user_id', '=', 'cards.user_id').onRef('link.contact_id', '=', 'cards.id'),
    )
    .select(['link.group_id', 'cards.uid'])
    .where('link.user_id', '=', user.user_id)
    .where('link.group_id', 'in', groupIds)
    .orderBy('cards.id')
    .execute();
  const byGroup = groupBy([...rows, ...(await expectedMembers(context, groupIds))], ({ group_id }) => group_id);
  return new Map([...byGroup].map(([id, members]) => [id, members.map(({ uid }) => uid)]));
}
