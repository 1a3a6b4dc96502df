import { beforeAll, describe, expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, makeContact, makeContacts, namesFound, namesWhere, patchContact } from '../support/people.ts';

const { service } = await serviceForFile();
let user: Awaited<ReturnType<typeof service.user>>;
const person = (full_name: string, ...numbers: string[]) => ({
  full_name,
  contact_phone_numbers: numbers.map((phone_number) => ({ phone_number })),
});
beforeAll(async () => {
  user = await service.user();
  await makeContacts(user, [
    person('Berlin', '+49 30 5550177'),
    person('Rome', '+39 06 698 12345'),
    person('Boston', '(617) 555-0142', '+44 20 7946 0958'),
    person('Extension', 'ask for 4711'),
    person('Untold', '0891 2345678 9012'),
    { ...person('Studio 54321'), company: '2026 Ventures' },
  ]);
});

describe('a phone number in any notation', () => {
  const cases: [number: string, ...names: string[]][] = [
    ['+49 30 5550177', 'Berlin'],
    ['+49305550177', 'Berlin'],
    ['+49 (0)30 / 555 01 77', 'Berlin'],
    ['0049 30 5550177', 'Berlin'],
    ['030 5550177', 'Berlin'],
    ['030/555-01-77', 'Berlin'],
    ['(030) 5550177', 'Berlin'],
    ['305550177', 'Berlin'],
    ['5550177', 'Berlin'],
    ['555 01 77', 'Berlin'],
    ['50177', 'Berlin'],
    ['+43 30 5550177'],
    ['5550178'],
    ['30555017'],
    ['06 69812345', 'Rome'],
    ['+390669812345', 'Rome'],
    ['69812345', 'Rome'],
    ['617-555-0142', 'Boston'],
    ['+1 617 555 0142', 'Boston'],
    ['16175550142', 'Boston'],
    ['020 7946 0958', 'Boston'],
    ['0891 2345678 9012', 'Untold'],
    ['089123456789012', 'Untold'],
  ];

  test.each(cases)('is found as %s', async (number, ...names) => {
    expect(await namesFound(user, number)).toEqual(names);
    expect(await namesWhere(user, { phone: number })).toEqual(names);
    expect(await namesWhere(user, { or: [{ phone: number }, { name: 'nobody' }] })).toEqual(names);
  });

  test.each<[string, string[]]>([
    ['berlin 5550177', ['Berlin']],
    ['5550177 berlin', ['Berlin']],
    ['rome 5550177', ['Rome']],
    ['54321', ['Studio 54321']],
    ['studio 543', ['Studio 54321']],
    ['2026', ['Studio 54321']],
    ['0177', []],
    ['"555 0177"', []],
    ['555-0142x', []],
    ['1234567890'.repeat(4), []],
    ['+', []],
  ])('%s finds %j', async (query, names) => {
    expect(await namesFound(user, query)).toEqual(names);
  });

  test('is found as long as it exists', async () => {
    const { id } = await makeContact(user, person('Moved', '+49 40 5551234'));
    expect(await namesFound(user, '040 5551234')).toEqual(['Moved']);
    await patchContact(user, id, {
      add_phones: [{ phone_number: '+49 40 5559999' }],
      remove_phones: ['+49 40 5551234'],
    });
    expect([await namesFound(user, '040 5551234'), await namesFound(user, '5559999')]).toEqual([[], ['Moved']]);
    dataOf(await user.call('DELETE', `/v2/contacts/${id}`));
    expect(await namesFound(user, '5559999')).toEqual([]);
  });

  test("is not found in another user's contacts", async () => {
    const other = await service.user();
    expect(await namesFound(other, '5550177')).toEqual([]);
    expect(await namesWhere(other, { phone: '5550177' })).toEqual([]);
  });
});
