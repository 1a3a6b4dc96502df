import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailKey, phoneKey, samePhone } from '../../src/import/matching/match-keys.ts';
import { rounds } from '../support/rounds.ts';
import { counts, type Harness, openHarness, vcards } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.close());

/** Few values, so that cards share them in every way: households, duplicates, halves of one person. */
const line = (name: string, ...values: string[]) =>
  fc.subarray(values, { maxLength: 2 }).map((chosen) => chosen.map((value) => `${name}:${value}`));
const card = fc
  .tuple(
    fc.constantFrom('', 'Ann', 'Ann Lee', 'Ann Mary Lee', 'Ann Ray', 'Ann Lee Jr.', 'Bob', 'Bob Lee', 'Lee'),
    line('EMAIL', 'a@x.example', 'A@x.example', 'b@x.example', 'c@x.example'),
    line('TEL', '+12025550101', '(202) 555-0101', '+12025550102', '0012025550102', '112'),
    line('ORG', 'One', 'Two'),
    line('CATEGORIES', 'Red', 'Blue'),
    line('NOTE', 'Hello', 'Bye'),
    line('ADR', ';;1 Road;Town;;;', ';;2 Road;Town;;;'),
    line('URL', 'https://x.com/ann', 'https://twitter.com/Ann', 'https://x.com/bob'),
    fc.constantFrom([], ['UID:1'], ['UID:2'], ['UID:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1']),
    fc.constantFrom([], ['BDAY:--05-17'], ['BDAY:1985-05-17']),
  )
  .map(([name, ...lines]) => [`FN:${name}`, `N:${name.split(' ').reverse().join(';')}`, ...lines.flat()]);
const cards = fc.array(card, { minLength: 1, maxLength: 8 });
const shuffledTwice = cards.chain((file) =>
  fc.tuple(fc.constant(file), fc.shuffledSubarray(file, { minLength: file.length, maxLength: file.length })),
);

async function everything() {
  const include = {
    contact_emails: true,
    contact_phone_numbers: true,
    legacy_contact_addresses: true,
    tags_contacts: true,
  };
  const { data } = await harness.client.call('list_contacts', { take: 500, include });
  const notes = await harness.client.call('list_notes', { take: 200 });
  return { contacts: data.contacts, notes: notes.data.notes };
}

describe('importing random cards', () => {
  it('changes nothing the second time, in any order', async () => {
    await fc.assert(
      fc.asyncProperty(shuffledTwice, async ([file, shuffled]) => {
        await harness.reset();
        await harness.importFile(vcards(...file));
        const before = await everything();
        harness.writes = [];
        const second = await harness.importFile(vcards(...shuffled));
        expect(harness.writes).toEqual([]);
        expect(second).toMatchObject({ created: 0, updated: 0 });
        expect(await everything()).toEqual(before);
      }),
      { numRuns: rounds(15) },
    );
  });

  it('does what the dry run reported', async () => {
    await fc.assert(
      fc.asyncProperty(cards, cards, async (present, file) => {
        await harness.reset();
        await harness.importFile(vcards(...present));
        harness.writes = [];
        const dry = await harness.importFile(vcards(...file), { dryRun: true });
        expect(harness.writes).toEqual([]);
        const real = await harness.importFile(vcards(...file));
        expect(counts(real)).toEqual(counts(dry));
        expect(real.rows.map(({ warnings }) => warnings)).toEqual(dry.rows.map(({ warnings }) => warnings));
      }),
      { numRuns: rounds(10) },
    );
  });

  it('has every card in the book afterwards, as one person with all of its data', async () => {
    await fc.assert(
      fc.asyncProperty(cards, async (file) => {
        await harness.reset();
        await harness.importFile(vcards(...file));
        const { contacts, notes } = await everything();
        const lost = file.filter((lines) => {
          const of = (name: string) =>
            lines.flatMap((line) => (line.startsWith(`${name}:`) ? line.slice(name.length + 1) : []));
          if (!lines.some((line) => /^(FN:.|EMAIL|TEL|ORG|URL)/.test(line))) return false;
          return !contacts.some((contact) => {
            const own = notes.filter((note) =>
              note.timeline_items_contacts.some((link) => link.contact_id === contact.id),
            );
            const emails = contact.contact_emails!.map(({ email }) => emailKey(email));
            const phones = contact.contact_phone_numbers!.map(({ phone_number }) => phoneKey(phone_number));
            return (
              of('FN').every((name) => name === '' || contact.full_name === name) &&
              of('EMAIL').every((email) => emails.includes(emailKey(email))) &&
              of('TEL').every((phone) => phones.some((other) => samePhone(other, phoneKey(phone)))) &&
              of('NOTE').every((text) => own.some(({ note }) => note === text)) &&
              of('ORG')
                .slice(0, 1)
                .every((company) => contact.company === company) &&
              of('BDAY').every((day) => contact.birthday?.slice(5, 10) === day.slice(-5))
            );
          });
        });
        expect(lost).toEqual([]);
      }),
      { numRuns: rounds(25) },
    );
  });

  it('loses no address, number, tag, or note', async () => {
    await fc.assert(
      fc.asyncProperty(cards, async (file) => {
        await harness.reset();
        await harness.importFile(vcards(...file));
        const { contacts, notes } = await everything();
        const emails = new Set(
          contacts.flatMap(({ contact_emails }) => contact_emails!.map(({ email }) => emailKey(email))),
        );
        const phones = contacts.flatMap(({ contact_phone_numbers }) => contact_phone_numbers!);
        const tags = new Set(contacts.flatMap(({ tags_contacts }) => tags_contacts!.map((link) => link.tags.name)));
        const texts = new Set(notes.map(({ note }) => note));
        for (const [name, value] of file.flat().map((text) => text.split(/:(.*)/) as [string, string])) {
          if (name === 'EMAIL') expect(emails).toContain(emailKey(value));
          if (name === 'CATEGORIES' && namesSomebody(file, `CATEGORIES:${value}`)) expect(tags).toContain(value);
          if (name === 'NOTE' && namesSomebody(file, `NOTE:${value}`)) expect(texts).toContain(value);
          if (name !== 'TEL') continue;
          const known = phones.some((phone) => samePhone(phoneKey(phone.phone_number), phoneKey(value)));
          expect(known).toBe(true);
        }
      }),
      { numRuns: rounds(10) },
    );
  });
});

/** Whether a card with this line qualifies as a contact. */
const namesSomebody = (file: string[][], wanted: string): boolean =>
  file.some((lines) => lines.includes(wanted) && lines.some((text) => /^(FN:.|EMAIL|TEL|ORG|URL)/.test(text)));
