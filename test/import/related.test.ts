import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, getContact, type Json } from '../support/people.ts';
import { kithWith, type User } from '../support/service.ts';

// People whose cards refer to each other, through the command.

const { service, ada } = await serviceForFile();
const MARY = '11111111-1111-4111-8111-111111111111';
const PAUL = '22222222-2222-4222-8222-222222222222';
const card = (name: string, ...lines: string[]) =>
  ['BEGIN:VCARD', 'VERSION:4.0', `FN:${name}`, ...lines, 'END:VCARD', ''].join('\r\n');

async function run(user: User, ...args: string[]): Promise<string> {
  return (await kithWith({ KITH_USER: user.email }, service.dataDir, ...args)).stdout;
}
async function importing(user: User, text: string): Promise<string> {
  const file = join(service.dataDir, 'people.vcf');
  writeFileSync(file, text);
  return run(user, 'import', file);
}
async function relationsOf(user: User, name: string): Promise<string[]> {
  const { contacts } = dataOf(await user.get(`/v2/contacts?searchQuery=${encodeURIComponent(name)}`));
  const { ...contact } = await getContact(user, contacts[0].id);
  const told = (side: string) => contact[`contact_relations_contact_relations_${side}Tocontacts`];
  return [
    ...told('source').map((one: Json) => `to ${one.destination_contact}, being ${one.source_contact}`),
    ...told('destination').map((one: Json) => `to ${one.source_contact}, being ${one.destination_contact}`),
  ];
}

const FAMILY =
  card(
    'Mary Smith',
    `UID:urn:uuid:${MARY}`,
    `RELATED;TYPE=child:urn:uuid:${PAUL}`,
    'RELATED;TYPE=friend:urn:uuid:33333333-3333-4333-8333-333333333333',
    'RELATED;TYPE=friend;VALUE=text:Bob',
  ) +
  card('Paul Smith', `UID:${PAUL.toUpperCase()}`, `RELATED;TYPE=parent:urn:uuid:${MARY}`) +
  card('Rita Roe', 'UID:rita-1', `RELATED;X-LABEL=Coach:urn:uuid:${PAUL}`);

test('turns a related card in the same file into one relation of both, and keeps others as text', async () => {
  expect(await importing(ada, FAMILY)).toContain('3 created');
  expect(await relationsOf(ada, 'Mary Smith')).toEqual(['to child, being parent']);
  expect((await relationsOf(ada, 'Paul Smith')).sort()).toEqual(['to null, being Coach', 'to parent, being child']);
  const { contacts } = dataOf(await ada.get('/v2/contacts?searchQuery=Mary'));
  const { description } = await getContact(ada, contacts[0].id);
  expect(description).toContain('Friend: Bob');
  expect(description).toContain('33333333');
  expect(description).not.toContain('Paul');
  expect(await importing(ada, FAMILY)).toContain('3 skipped');
  expect(await relationsOf(ada, 'Mary Smith')).toHaveLength(1);
});

test('relates the same people elsewhere after a vCard export, and changes nothing at the source', async () => {
  const vcf = await run(ada, 'export', '--format', 'vcf');
  expect(await importing(ada, vcf)).toContain('0 created, 0 updated, 3 skipped');
  expect(await relationsOf(ada, 'Paul Smith')).toHaveLength(2);
  const bob = await service.user();
  expect(await importing(bob, vcf)).toContain('3 created');
  expect(await relationsOf(bob, 'Mary Smith')).toEqual(['to child, being parent']);
});
