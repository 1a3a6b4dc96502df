import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { readContacts } from '../../src/import/formats/read-contacts.ts';
import { type ImportOptions, importRecords } from '../../src/import/import-records.ts';
import { PEOPLE_PER_BATCH } from '../../src/import/records/record.ts';
import { KithError } from '../../src/shared/error.ts';
import { BEGINNINGS } from '../support/pictures.ts';
import { counts, type Harness, openHarness, vcards, WAYS } from './harness.ts';

const FIXTURES = [
  'apple-3.0.vcf',
  'android-2.1.vcf',
  'nokia-2.1.vcf',
  'outlook-2.1.vcf',
  'google-3.0.vcf',
  'google-4.0.vcf',
  'thunderbird-4.0.vcf',
  'utf16.vcf',
  'broken.vcf',
  'google-2024.csv',
  'google-old.csv',
  'outlook.csv',
  'outlook-semicolon.csv',
  'linkedin.csv',
  'gmail-escapes.vcf',
  'macos-escapes.vcf',
  'android-household-2.1.vcf',
  'broken-version.vcf',
  'roundcube.csv',
  'primary-email.csv',
  'outlook-emails.csv',
  'thunderbird-uk.csv',
  'yahoo.csv',
  'zoho.csv',
  'hubspot.csv',
  'mailchimp.csv',
  'evolution.csv',
  'linkedin-imported.csv',
  'contacts-numbers.csv',
];

let harness: Harness;
let client: Client;

const importFile: Harness['importFile'] = (content, options) => harness.importFile(content, options);

const importFixture = (name: string, options?: ImportOptions) =>
  importFile(readFileSync(new URL(`fixtures/${name}`, import.meta.url)), options);

async function contacts() {
  const include = { contact_emails: true, contact_phone_numbers: true, tags_contacts: true };
  const { data } = await client.call('list_contacts', { take: 500, order: 'asc', include });
  return data.contacts;
}

const onlyContact = async () => {
  const [contact, ...others] = await contacts();
  expect(others).toEqual([]);
  return contact!;
};

const notesOf = async (contactId: string) => (await client.call('list_notes', { contactId })).data.notes;

// With local data, people are created without the API operations. A remote service is called.
describe.each(WAYS)('%s', (way) => {
  beforeAll(async () => {
    harness = await openHarness(way);
    client = harness.client;
  });
  afterAll(() => harness.close());
  beforeEach(() => harness.reset());

  describe('every fixture', () => {
    it.each(FIXTURES)('imports %s once and changes nothing the second time', async (name) => {
      const first = await importFixture(name);
      expect(first.created).toBeGreaterThan(0);
      expect(first.rows.filter(({ reason }) => reason?.includes('contacts['))).toEqual([]);
      harness.writes = [];
      const second = await importFixture(name);
      expect(counts(second)).toEqual({
        created: 0,
        updated: 0,
        skipped: first.created + first.skipped,
        failed: first.failed,
      });
      expect(harness.writes).toEqual([]);
    });

    it.each(FIXTURES)('reports in a dry run what it will do with %s, and writes nothing', async (name) => {
      const dry = await importFixture(name, { dryRun: true });
      expect(harness.writes).toEqual([]);
      expect(await contacts()).toEqual([]);
      expect(counts(dry)).toEqual(counts(await importFixture(name)));
    });

    it('imports all of them twice', async () => {
      for (const name of FIXTURES) await importFixture(name);
      const before = await contacts();
      harness.writes = [];
      for (const name of FIXTURES) await importFixture(name);
      expect(harness.writes).toEqual([]);
      expect(await contacts()).toEqual(before);
    });
  });

  describe('creating', () => {
    it('keeps every part of a card', async () => {
      await importFixture('google-4.0.vcf');
      const contact = await onlyContact();
      expect(contact).toMatchObject({
        full_name: '中村 結衣',
        first_name: 'Yui',
        birthday: '1604-05-17T00:00:00.000Z',
        birthday_year: null,
        latitude: 35.6339,
        image_url: expect.stringMatching(/^kith:\/\/photos\/[0-9a-f]{64}$/),
      });
      expect(contact.tags_contacts!.map(({ tags }) => tags.name).sort()).toEqual(['Art', 'Tokyo']);
      expect(await notesOf(contact.id)).toMatchObject([
        { note: 'Prefers e-mail' },
        { note: 'Talked about the book cover.', event_time: '2026-09-12T09:30:00.000Z', meeting_type: 'coffee' },
      ]);
    });

    it("uses a card's UUID as its id, and derives the same id in every service for any other card", async () => {
      await importFile(vcards(['FN:With Uid', 'UID:urn:uuid:4FBE8971-0BC3-424C-9C26-36C3E1EFF6B1'], ['FN:Without']));
      const ids = (await contacts()).map(({ id }) => id);
      expect(ids).toContain('4fbe8971-0bc3-424c-9c26-36c3e1eff6b1');
      await harness.reset();
      await importFile(vcards(['FN:Without'], ['FN:With Uid', 'UID:urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1']));
      expect((await contacts()).map(({ id }) => id).sort()).toEqual(ids.sort());
    });

    it('creates one contact for two identical cards', async () => {
      const report = await importFile(vcards(['FN:Ann Lee'], ['FN:Bob Lee'], ['FN:Ann Lee']));
      expect(counts(report)).toEqual({ created: 2, updated: 0, skipped: 1, failed: 0 });
      expect(report.rows[2]).toMatchObject({ line: 9, reason: 'same card as line 1' });
    });

    it('separates different people with the same UID', async () => {
      const file = vcards(['FN:Ann Lee', 'UID:1'], ['FN:Bob Ray', 'UID:1'], ['FN:Cleo Fox', 'UID:1']);
      expect(await importFile(file)).toMatchObject({ created: 3 });
      expect(await importFile(file)).toMatchObject({ created: 0, skipped: 3 });
    });

    it('leaves a full name to the service if it is only first and last name', async () => {
      await importFile(vcards(['FN:Ann Lee', 'N:Lee;Ann;;;']));
      const { id } = await onlyContact();
      await client.call('update_contact', { contactId: id, last_name: 'Ray' });
      expect((await onlyContact()).full_name).toBe('Ann Ray');
    });

    it.each([
      [
        'larger than one may be',
        Buffer.concat([BEGINNINGS['image/png']!, Buffer.alloc(3 * 2 ** 20)]),
        'must be a picture of at most 3 MiB',
      ],
      ['a page', Buffer.from('<html>'), 'is not a JPEG, PNG, GIF, WebP, BMP, HEIC or AVIF picture'],
    ])('imports a card whose photo is %s, and reports it', async (_, bytes, reason) => {
      const report = await importFile(vcards(['FN:Ann', `PHOTO:data:image/png;base64,${bytes.toString('base64')}`]));
      expect(report).toMatchObject({ created: 1, rows: [{ warnings: [`photo left out, ${reason}`] }] });
      expect((await onlyContact()).image_url).toBeNull();
    });

    it('writes nothing more when it is canceled, and completes on the next run', async () => {
      const all = PEOPLE_PER_BATCH + 50;
      const file = vcards(...Array.from({ length: all }, (_, index) => [`FN:Person ${index}`, `NOTE:Note ${index}`]));
      const cancel = new AbortController();
      const onProgress = (done: number) => done >= 50 && cancel.abort();
      const report = await importFile(file, { signal: cancel.signal, onProgress });
      expect(report).toMatchObject({ created: PEOPLE_PER_BATCH, stopped: { reason: 'canceled', left: 50 } });
      expect(await importFile(file)).toMatchObject({ created: 50, skipped: PEOPLE_PER_BATCH });
      expect(await importFile(file)).toMatchObject({ created: 0, skipped: all });
    });
  });

  describe('a failing service', () => {
    /** A client whose bulk create calls `refuse` first. */
    const troubled = (refuse: (count: number) => KithError | undefined): Client => ({
      ...client,
      call(name, args, options) {
        const error =
          name === 'bulk_create_contacts' && refuse((args as unknown as { contacts: unknown[] }).contacts.length);
        return error ? Promise.reject(error) : client.call(name, args, options);
      },
    });
    const people = readContacts(
      Buffer.from(vcards(...Array.from({ length: PEOPLE_PER_BATCH + 50 }, (_, index) => [`FN:Person ${index}`]))),
    );

    it('ends with a report when the service is gone', async () => {
      let calls = 0;
      const gone = troubled(() => (++calls === 2 ? new KithError('ServiceUnavailable', 'Gone.') : undefined));
      const report = await importRecords(gone, people.records);
      expect(report).toMatchObject({ created: PEOPLE_PER_BATCH, failed: 0, stopped: { reason: 'Gone.', left: 50 } });
      expect(await importRecords(client, people.records)).toMatchObject({ created: 50, skipped: PEOPLE_PER_BATCH });
    });

    it('sends a batch that is too large in halves', async () => {
      const small = troubled((count) => (count > 30 ? new KithError('PayloadTooLarge', 'Too large.') : undefined));
      expect(await importRecords(small, people.records)).toMatchObject({ created: people.records.length, failed: 0 });
    });

    it('reports rejected rows one by one', async () => {
      const strict = troubled(() => new KithError('BadRequest', 'No.'));
      const report = await importRecords(strict, people.records.slice(0, 2));
      expect(report.rows).toMatchObject([
        { outcome: 'failed', reason: 'No.' },
        { outcome: 'failed', reason: 'No.' },
      ]);
    });
  });

  describe('joining existing contacts', () => {
    const ann = async (fields: object = {}) => {
      const email = { email: 'Ann@Mail.example' };
      const body = { first_name: 'Ann', last_name: 'Lee', contact_emails: [email], ...fields };
      return (await client.call('create_contact', body)).data.contact;
    };

    it('fills empty fields, keeps different values, and reports both', async () => {
      await ann({ company: 'Old Co', birthday: '--05-17' });
      const card = ['FN:Ann Lee', 'EMAIL:ann@mail.example', 'EMAIL:ann@work.example', 'TEL:+12025550101', 'ORG:New Co'];
      const report = await importFile(
        vcards([...card, 'TITLE:Boss', 'BDAY:1985-05-17', 'CATEGORIES:VIP', 'NOTE:Hello']),
      );
      expect(report.rows).toMatchObject([
        {
          outcome: 'updated',
          reason: 'added job title, birthday, e-mail address, phone number, tag, note',
          warnings: ['company kept: Old Co, file says New Co'],
        },
      ]);
      const contact = await onlyContact();
      expect(contact).toMatchObject({ company: 'Old Co', job_title: 'Boss', birthday_year: 1985 });
      expect(contact.contact_emails!.map(({ email }) => email)).toEqual(['Ann@Mail.example', 'ann@work.example']);
      expect((await notesOf(contact.id)).map(({ note }) => note)).toEqual(['Hello']);
    });

    it.each([
      ['an e-mail address in other case', ['FN:Ann Lee', 'EMAIL:ANN@mail.example']],
      ['an e-mail address and no name', ['EMAIL:ann@mail.example']],
      ['an e-mail address and a first name', ['FN:Ann', 'EMAIL:ann@mail.example']],
      ['a title and a middle name', ['FN:Dr. Ann Mary Lee', 'EMAIL:ann@mail.example']],
      ['last name first', ['FN:Lee, Ann', 'EMAIL:ann@mail.example']],
      ['a phone number with a country', ['FN:Ann Lee', 'TEL:+1 202 555 0101']],
      ['a phone number without', ['FN:Ann Lee', 'TEL:(202) 555-0101']],
      ['a profile as address', ['FN:Ann Lee', 'URL:https://www.linkedin.com/in/AnnLee/?x=1']],
    ])('joins by %s', async (_, card) => {
      await ann({ linkedin: 'annlee', contact_phone_numbers: [{ phone_number: '202-555-0101' }] });
      await importFile(vcards(card));
      await onlyContact();
    });

    it.each([
      ['only the same name', ['FN:Ann Lee']],
      ['an address of another person', ['FN:Bob Lee', 'EMAIL:ann@mail.example']],
      ['a junior', ['FN:Ann Lee Jr.', 'EMAIL:ann@mail.example']],
      ['the same last digits of another number', ['FN:Ann Lee', 'TEL:+49 202 555 0101']],
    ])('separates %s', async (_, card) => {
      await ann({ contact_phone_numbers: [{ phone_number: '+1 202 555 0101' }] });
      expect(await importFile(vcards(card))).toMatchObject({ created: 1 });
      expect(await contacts()).toHaveLength(2);
    });

    it('joins an archived contact', async () => {
      await ann({ is_archived: true });
      const report = await importFile(vcards(['FN:Ann Lee', 'EMAIL:ann@mail.example', 'TEL:+12025550101']));
      expect(counts(report)).toEqual({ created: 0, updated: 1, skipped: 0, failed: 0 });
      expect(await contacts()).toEqual([]);
    });

    const photo = (byte: number) =>
      `PHOTO:data:image/png;base64,${Buffer.concat([BEGINNINGS['image/png']!, Buffer.alloc(9, byte)]).toString('base64')}`;

    it.each([
      ['a first name and a full name', ['FN:Bob'], ['FN:Bob Ray']],
      ['a second first name', ['FN:Ann Lee'], ['FN:Ann Mary Lee']],
      ['a name turned around', ['FN:Kim Lee'], ['FN:Lee Kim']],
      ['a title', ['FN:Ann Lee'], ['FN:Dr. Ann Lee']],
      ['a number of their own each', ['FN:Jo Ray', 'TEL:+12025550111'], ['FN:Jo Ray', 'TEL:+12025550112']],
      ['an address of their own each', ['FN:Jo Ray', 'EMAIL:a@x.example'], ['FN:Jo Ray', 'EMAIL:b@x.example']],
      ['other birthdays', ['FN:Jo Ray', 'BDAY:1950-01-02'], ['FN:Jo Ray', 'BDAY:1980-03-04']],
      ['other companies', ['FN:Jo Ray', 'ORG:One'], ['FN:Jo Ray', 'ORG:Two']],
      ['other notes', ['FN:Jo Ray', 'NOTE:Father'], ['FN:Jo Ray', 'NOTE:Son']],
      ['other photos', ['FN:Jo Ray', photo(1)], ['FN:Jo Ray', photo(2)]],
      ['no name, but something of their own', ['FN:Jo Ray'], ['EMAIL:jo@x.example']],
    ])('separates two people in one file who share a number and have %s', async (_, first, second) => {
      const file = vcards([...first, 'TEL:+12025550102'], [...second, 'TEL:+1 202 555 0102']);
      expect(counts(await importFile(file))).toEqual({ created: 2, updated: 0, skipped: 0, failed: 0 });
      expect(await contacts()).toHaveLength(2);
      expect(counts(await importFile(file))).toEqual({ created: 0, updated: 0, skipped: 2, failed: 0 });
    });

    it('separates them if one of them already exists', async () => {
      await client.call('create_contact', {
        full_name: 'Ann Lee',
        contact_phone_numbers: [{ phone_number: '+12025550102' }],
      });
      const file = vcards(['FN:Ann Lee', 'TEL:+12025550102'], ['FN:Ann Mary Lee', 'TEL:+12025550102']);
      expect(counts(await importFile(file))).toEqual({ created: 1, updated: 0, skipped: 1, failed: 0 });
      expect(counts(await importFile(file))).toEqual({ created: 0, updated: 0, skipped: 2, failed: 0 });
    });

    it('recognizes two cards of one person after the person was changed in kith', async () => {
      const cards = vcards(
        ['FN:Ann Lee', 'TEL:+12025550101'],
        ['FN:Ann Lee', 'TEL:+12025550101', 'EMAIL:ann@x.example', 'TITLE:Cook', 'NOTE:Met in Rome'],
      );
      await importFile(cards);
      const [ann] = await contacts();
      await client.call('update_contact', { contactId: ann!.id, job_title: 'Baker', description: 'Met in Oslo' });
      expect(counts(await importFile(cards))).toMatchObject({ created: 0, updated: 0, skipped: 2 });
      expect(await contacts()).toMatchObject([{ id: ann!.id, job_title: 'Baker', description: 'Met in Oslo' }]);
    });

    it('joins two cards in one file that certainly belong to one person', async () => {
      const file = vcards(
        ['FN:Bob Ray', 'TEL:+12025550102', photo(1)],
        ['FN:Bob Ray', 'TEL:+1 202 555 0102', 'EMAIL:bob@mail.example', 'NOTE:Hello', 'TITLE:Boss', photo(1)],
        ['TEL:+12025550102'],
      );
      expect(counts(await importFile(file))).toEqual({ created: 1, updated: 1, skipped: 1, failed: 0 });
      expect(await onlyContact()).toMatchObject({ job_title: 'Boss', contact_emails: [{ email: 'bob@mail.example' }] });
      expect(counts(await importFile(file))).toEqual({ created: 0, updated: 0, skipped: 3, failed: 0 });
    });

    it('lists separated people who look alike as duplicates', async () => {
      await importFile(vcards(['FN:Ann Lee', 'TEL:+12025550102'], ['FN:Ann Mary Lee', 'TEL:+12025550102']));
      const { data } = await client.call('find_duplicate_contacts', {});
      const ids = (await contacts()).map(({ id }) => id).sort();
      expect(data.duplicates.map(({ contactIds }) => contactIds.toSorted())).toEqual([ids]);
    });

    it.each(['FAX,WORK', 'PAGER'])('does not match people by a shared %s number', async (types) => {
      await ann({ contact_phone_numbers: [{ phone_number: '+12025550109', label: 'work fax' }], last_name: null });
      expect(await importFile(vcards(['FN:Ann Ray', `TEL;TYPE="${types}":+12025550109`]))).toMatchObject({
        created: 1,
      });
    });

    it('completes a first name, and the full name derived from it', async () => {
      await ann({ last_name: null });
      await importFile(vcards(['FN:Ann Lee', 'N:Lee;Ann;;;', 'EMAIL:ann@mail.example']));
      expect(await onlyContact()).toMatchObject({ last_name: 'Lee', full_name: 'Ann Lee' });
    });

    it('never mixes two names', async () => {
      const uid = 'UID:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1';
      await importFile(vcards(['FN:Ann Lee', 'N:Lee;Ann;;;', uid]));
      const contactId = (await onlyContact()).id;
      await client.call('update_contact', { contactId, first_name: 'Zoe', last_name: null });
      const report = await importFile(vcards(['FN:Ann Lee', 'N:Lee;Ann;;;', uid]));
      expect(report.rows[0]).toMatchObject({ outcome: 'skipped', warnings: ['name kept: Zoe, file says Ann Lee'] });
    });

    it('finds a merged contact under its former name', async () => {
      const card = ['FN:Robert Ray', 'UID:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1'];
      const survivor = await ann();
      await importFile(vcards(card));
      const contactIds = [survivor.id, '4fbe8971-0bc3-424c-9c26-36c3e1eff6b1'];
      await client.call('merge_contacts', { contactIds: [{ contactIds, primaryContactId: survivor.id }] });
      const report = await importFile(vcards([...card, 'TITLE:Boss']));
      expect(counts(report)).toEqual({ created: 0, updated: 1, skipped: 0, failed: 0 });
      expect(await onlyContact()).toMatchObject({ id: survivor.id, job_title: 'Boss' });
    });

    it('recreates a deleted note, and duplicates none', async () => {
      const file = vcards(['FN:Ann Lee', 'NOTE:Hello']);
      await importFile(file);
      const { id } = await onlyContact();
      await client.call('delete_note', { noteId: (await notesOf(id))[0]!.id });
      expect(await importFile(file)).toMatchObject({ updated: 1 });
      expect(await notesOf(id)).toHaveLength(1);
    });

    it('creates each record once in two concurrent imports', async () => {
      const file = vcards(...Array.from({ length: 30 }, (_, index) => [`FN:Person ${index}`, `NOTE:Note ${index}`]));
      const reports = await Promise.all([importFile(file), importFile(file)]);
      expect(reports.map(({ failed }) => failed)).toEqual([0, 0]);
      const all = await contacts();
      expect(all).toHaveLength(30);
      for (const { id } of all) expect(await notesOf(id)).toHaveLength(1);
    });

    it('recreates a deleted note once in two concurrent imports', async () => {
      const file = vcards(['FN:Ann Lee', 'NOTE:Hello again']);
      // A note created without an API operation has no key. The second one does.
      for (let round = 0; round < 2; round++) {
        await importFile(file);
        const { id } = await onlyContact();
        await client.call('delete_note', { noteId: (await notesOf(id))[0]!.id });
      }
      const { records } = readContacts(Buffer.from(file));
      let tries = 0;
      const overtaken: Client = {
        ...client,
        async call(name, args, options) {
          if (name === 'create_note' && ++tries === 2) await importRecords(client, records);
          return client.call(name, args, options);
        },
      };
      await importRecords(overtaken, records);
      expect(tries).toBeGreaterThan(1);
      expect(await notesOf((await onlyContact()).id)).toHaveLength(1);
    });

    it('creates each record once in two concurrent imports, even across a minute boundary', async () => {
      const cards = [0, 1, 2].map((index) => [`FN:Person ${index}`, `NOTE:Note ${index}`]);
      const { records } = readContacts(Buffer.from(vcards(...cards)));
      let other: Promise<unknown> | undefined;
      const overtaken: Client = {
        ...client,
        async call(name, args, options) {
          if (name === 'create_note') {
            other ??= importRecords(client, records).then(aMinuteLater);
            await other;
          }
          return client.call(name, args, options);
        },
      };
      try {
        await importRecords(overtaken, records);
      } finally {
        vi.useRealTimers();
      }
      for (const { id } of await contacts()) expect(await notesOf(id)).toHaveLength(1);
    });
  });
});

const aMinuteLater = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
