import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordStatements } from '../../bench/bare-sql.ts';
import { createPeople } from '../../src/service/contacts/create-people.ts';
import type { KnownProfiles } from '../../src/service/matching/known-profiles.ts';
import { clockedServiceForFile } from '../support/clocked.ts';
import { engine } from '../support/engine.ts';
import { makeContact } from '../support/people.ts';
import { rounds } from '../support/rounds.ts';
import { seed } from '../support/seed.ts';
import type { Api } from '../support/service.ts';

// An import creates people in batches, and compares each with everyone who exists.

const { service } = await clockedServiceForFile();

const tick = () => {
  service.now = new Date(service.now.getTime() + 1_000);
};

const few = <T>(...values: T[]) => fc.constantFrom(...values);
const contact = fc.record(
  {
    first_name: few('Annabel', 'Annabelle', 'Benedict'),
    last_name: few('Winterbottom', 'Winterbotom', 'Okonjo'),
    birthday: few('1980-04-05', '1980-05-04', '1990-12-24'),
    contact_emails: few([{ email: 'annabel@winterbottom.example' }], [{ email: 'ben@okonjo.example' }]),
    legacy_contact_addresses: few([{ street: '5 Elm Road', city: 'Leeds', postal_code: 'LS1 1AA', country: 'UK' }]),
  },
  { requiredKeys: ['first_name', 'last_name'] },
);

/** Changes to an existing person between two batches. */
const change = fc.record({ who: fc.nat(50), how: few('rename', 'mail', 'birthday', 'ignore', 'delete', 'merge') });
const step = fc.record({
  people: fc.array(contact, { minLength: 1, maxLength: 4 }),
  changes: fc.array(change, { maxLength: 2 }),
});

async function apply(api: Api, ids: string[], { who, how }: { who: number; how: string }): Promise<void> {
  const id = ids[who % ids.length]!;
  const other = ids[(who + 1) % ids.length]!;
  const path = `/v2/contacts/${id}`;
  const { status } = await {
    rename: () => api.call('PATCH', path, { full_name: 'Charlotte Winterbottom' }),
    mail: () => api.call('PATCH', path, { add_emails: [{ email: 'ben@okonjo.example' }] }),
    birthday: () => api.call('PATCH', path, { birthday: '1990-12-24' }),
    ignore: () => api.call('PATCH', path, { ignore_merge: true }),
    delete: () => api.call('DELETE', path),
    merge: () => api.post('/v2/contacts/merge', { contactIds: [[id, other]] }),
  }[how]!();
  // A person may be gone after an earlier change, or be merged with themselves.
  expect([200, 400, 404]).toContain(status);
  if (status === 200) done.add(how);
}

/** The changes that took effect. */
const done = new Set<string>();

test('finds the same duplicates from cached batches as from a full read', async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 5 }), async (steps) => {
      const api = await service.user();
      const account = await service.userData(api.id);
      const profiles: KnownProfiles = new Map();
      const ids: string[] = [];
      for (const { people, changes } of steps) {
        tick();
        const batch = people.map((one) => ({ contact: { id: randomUUID(), ...one }, notes: [] }));
        const anew = await account.write((context) => createPeople(context, batch, new Map()), { keep: false });
        const known = await account.write((context) => createPeople(context, batch, profiles));
        expect(known).toEqual(anew);
        found += known.duplicates.length;
        ids.push(...batch.map(({ contact: { id } }) => id));
        tick();
        for (const one of changes) await apply(api, ids, one);
      }
    }),
    { seed, numRuns: rounds(8) },
  );
  expect(found).toBeGreaterThan(0);
  expect(done.size).toBeGreaterThan(3);
});

test.runIf(engine === 'sqlite')('people of one name are read once, however many batches come', async () => {
  const api = await service.user();
  const account = await service.userData(api.id);
  const profiles: KnownProfiles = new Map();
  for (let before = 0; before < 20; before++) await makeContact(api, { full_name: 'Annabel Winterbottom' });
  const read: number[] = [];
  for (let batch = 0; batch < 3; batch++) {
    tick();
    const people = Array.from({ length: 5 }, () => ({
      contact: { id: randomUUID(), full_name: 'Annabel Winterbottom', birthday: '1980-04-05' },
      notes: [],
    }));
    const statements = await recordStatements(() =>
      account.write((context) => createPeople(context, people, profiles)),
    );
    const whole = statements.filter(({ sql }) => /^select "id", "created_at", "updated_at"/.test(sql));
    read.push(...whole.map(({ values }) => JSON.parse(String(values[1])).length));
  }
  expect(read).toEqual([20]);
});
