import { authenticateByKey } from '../../src/identity/users/api-keys.ts';
import { openAddressBook } from '../../src/service/cards/address-book.ts';
import { openData } from '../../src/service/data/open-data.ts';
import { createService } from '../../src/service/service.ts';
import type { AddressBook, DavAddressBook, ReceivedPerson } from '../../src/shared/cards/address-book.ts';
import type { CardFields } from '../../src/shared/cards/fields.ts';
import { engineSettings } from './engine.ts';

/** A person's card as a device sends it, with a property that kith has no field for. */
export function sentPerson(uid: string, full_name: string, more: Partial<CardFields> = {}): ReceivedPerson {
  const text = `BEGIN:VCARD\nVERSION:4.0\nUID:${uid}\nFN:${full_name}\nX-KEPT:of ${full_name}\nEND:VCARD\n`;
  const fields = { full_name, emails: [], phones: [], addresses: [], tags: [], ...more };
  return { kind: 'person', uid, fields, present: ['full_name', 'company'], text };
}

/** The cards that a device would find, by name. */
export async function cardsIn(book: AddressBook) {
  const names = (await book.list(undefined, 500)).map(({ name }) => name);
  const cards = await book.read(names, false, false);
  return cards
    .map(({ name, uid, text, ...card }) => ({
      ...{ name, uid, text },
      title: card.kind === 'group' ? card.title : card.fields.full_name,
    }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** A user's address book as a device sees it, by the device's name. */
type Devices = (device: string) => DavAddressBook;

/** Acts as devices do on the data of a running service. */
export async function withDevices<T>(
  dataDir: string,
  userId: string,
  work: (devices: Devices) => Promise<T>,
): Promise<T> {
  const { KITH_SECRET, KITH_DATABASE_URL } = { ...process.env, ...(await engineSettings(dataDir)) };
  const { store, secret } = openData(dataDir, KITH_SECRET, KITH_DATABASE_URL);
  const service = createService({
    ...{ store, secret, version: 'test', authenticate: authenticateByKey(store, secret) },
    onFault: (_, error) => {
      throw error;
    },
  });
  try {
    const user = await store.directory((db) =>
      db.selectFrom('users').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow(),
    );
    const data = service.userData({ user, permissions: 'write' });
    return await work((device) => openAddressBook(data, device));
  } finally {
    await service.idle();
    await store.close();
  }
}

/** Adds a row to every card table: people, a group with a future member, a pending conflict, properties. */
export async function leaveCards(devices: Devices): Promise<void> {
  const [phone, tablet] = [devices('phone'), devices('tablet')];
  const lea = (company: string) => sentPerson('uid-of-lea', 'Lea', { company });
  await phone.put('lea.vcf', lea('One'), {});
  await tablet.put('lea.vcf', lea('Two'), {});
  await phone.put('lea.vcf', lea('Three'), {});
  await phone.put('tom.vcf', sentPerson('uid-of-tom', 'Tom'), {});
  const members = ['uid-of-lea', 'uid-of-nobody'];
  const text = 'BEGIN:VCARD\nVERSION:4.0\nKIND:group\nUID:uid-of-team\nFN:Team\nX-KEPT:of Team\nEND:VCARD\n';
  await phone.put('team.vcf', { kind: 'group', uid: 'uid-of-team', title: 'Team', members, text }, {});
  const color = { space: 'urn:x', name: 'color', xml: '<color xmlns="urn:x">red</color>' };
  for (const name of ['', 'lea.vcf']) await phone.changeProperties(name, [color]);
}
