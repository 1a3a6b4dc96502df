import { expect, test } from 'vitest';
import { readCard } from '../../src/dav/cards/read-card.ts';
import { writeCard } from '../../src/dav/cards/write-card.ts';
import { openAddressBook } from '../../src/service/cards/address-book.ts';
import { clockedServiceForFile } from '../support/clocked.ts';
import { dataOf, getContact } from '../support/people.ts';

const { service } = await clockedServiceForFile();

test('keeps text longer than the current limit intact when its card comes back', async () => {
  const user = await service.user();
  const { contact } = dataOf(await user.post('/v2/contacts', { first_name: 'Ada', description: 'short' }));
  const long = 'An old text. '.repeat(1_000).trim();
  const rows = await service.userData(user.id);
  await rows.write(({ db }) =>
    db.updateTable('contacts').set({ description: long }).where('user_id', '=', user.id).execute(),
  );
  const book = openAddressBook(rows, 'phone');
  const [card] = await book.read([`${contact.id}.vcf`], true, true);
  const text = writeCard(card!, '3.0').replace('FN:Ada', 'FN:Ada L.').replace('N:;Ada', 'N:L.;Ada');
  expect(await book.put(card!.name, readCard(text), { ifMatch: [card!.change] })).toMatchObject({ outcome: 'changed' });
  expect(await getContact(user, contact.id)).toMatchObject({ last_name: 'L.', description: long });
});

test('keeps a contact archived when address book sync sends a card with their UID', async () => {
  const user = await service.user();
  const { contact } = dataOf(await user.post('/v2/contacts', { first_name: 'Ada' }));
  const book = openAddressBook(await service.userData(user.id), 'a book elsewhere');
  const [card] = await book.read([`${contact.id}.vcf`], true, true);
  dataOf(await user.call('PATCH', `/v2/contacts/${contact.id}`, { is_archived: true }));
  const sent = readCard(writeCard(card!, '3.0'));
  const conditions = { ifNoneMatch: '*', leaveArchived: true } as const;
  expect(await book.put('other.vcf', sent, conditions)).toEqual({ outcome: 'taken', name: card!.name });
  expect(await getContact(user, contact.id)).toMatchObject({ is_archived: true });
  expect(await book.put('other.vcf', sent, { ifNoneMatch: '*' })).toMatchObject({ outcome: 'created' });
  expect(await getContact(user, contact.id)).toMatchObject({ is_archived: false });
});
