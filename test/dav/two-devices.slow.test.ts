import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PURPOSE } from '../../src/service/cards/conflicts.ts';
import { withData } from '../support/browser.ts';
import { appPassword, type DavDevice, type DavReply, deviceAt } from '../support/dav-device.ts';
import { dataOf, getContact, type Json, patchContact } from '../support/people.ts';
import { addressOf, asData, picture } from '../support/pictures.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// Two phones, each with its own password, and an assistant on the REST API, all editing one person.

let service: RunningService;
let ada: User;
beforeAll(async () => {
  service = await startService(undefined, { KITH_DAV_RATE_LIMIT: '0' });
  ada = await service.user('ada@example.com');
});
afterAll(async () => {
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
});

/** A phone that keeps the card and its ETag from its last read, and edits it line by line. */
interface Phone {
  device: DavDevice;
  card: string;
  etag: string;
  /** Reads the card again. */
  pull(): Promise<Phone>;
  /** Edits the card's lines: a line replaces the one with its name, `-NAME` removes one, `+NAME…` adds one. */
  edit(...lines: string[]): Phone;
  /** Sends the card with its last ETag, or unconditionally. */
  push(unconditional?: boolean): Promise<DavReply>;
}

async function phone(name: string, of: string): Promise<Phone> {
  const device = deviceAt(service.baseUrl, ada, await appPassword(service, ada, `${name} ${randomUUID()}`));
  const it: Phone = {
    ...{ device, card: '', etag: '' },
    async pull() {
      const { status, text, headers } = await device.send('GET', device.card(of));
      expect(status).toBe(200);
      return Object.assign(it, { card: text, etag: headers.etag });
    },
    edit(...lines) {
      it.card = lines.reduce(edited, it.card);
      return it;
    },
    push: (unconditional = false) => device.put(of, it.card, unconditional ? {} : { 'if-match': it.etag }),
  };
  return it;
}

function edited(card: string, line: string): string {
  const lines = card.replace(/\r\n[ \t]/g, '').split('\r\n');
  const name = /^[-+]?([\w-]+)/.exec(line)![1]!;
  const others = lines.filter((one) => line.startsWith('+') || !new RegExp(`^(?:item\\d\\.)?${name}[:;]`).test(one));
  return line.startsWith('-') ? others.join('\r\n') : others.toSpliced(-2, 0, line.replace(/^\+/, '')).join('\r\n');
}

interface DavContext {
  a: Phone;
  b: Phone;
  id: string;
  assistant(fields: object): Promise<unknown>;
}

const LATER = 'REV:2099-01-01T00:00:00Z';
const EARLIER = 'REV:2001-01-01T00:00:00Z';

const isRefused = async (answer: Promise<DavReply>) => expect((await answer).status).toBe(412);
const isSaved = async (answer: Promise<DavReply>) => {
  const { status } = await answer;
  expect(status).toBe(204);
};

interface Expected {
  /** The person as the API returns them. */
  person: object;
  /** Pending conflicts, as `field: kept instead of lost`. */
  waits?: string[];
}

/** Ann Lee of Acme, with a note, a phone, and two emails. Both phones have just read her card. */
const SCENES: [string, (scene: DavContext) => Promise<unknown>, Expected][] = [
  [
    'different fields, one phone after the other',
    async ({ a, b }) => {
      await isSaved(a.edit('ORG:Kontor').push());
      await isRefused(b.edit('TITLE:Baker').push());
    },
    { person: { company: 'Kontor', job_title: 'Baker' } },
  ],
  [
    'one field, and a card that does not tell its time: what is there holds',
    async ({ a, b }) => {
      await isSaved(a.edit('ORG:Kontor').push());
      await isRefused(b.edit('ORG:Bakery', '-REV').push());
    },
    { person: { company: 'Kontor' }, waits: ['company: Kontor instead of Bakery'] },
  ],
  [
    'one field, edited later on the phone that syncs later',
    async ({ a, b }) => {
      await isSaved(a.edit('ORG:Kontor').push());
      await isRefused(b.edit('ORG:Bakery', LATER).push());
    },
    { person: { company: 'Bakery' }, waits: ['company: Bakery instead of Kontor'] },
  ],
  [
    'one field, edited earlier on the phone that syncs later',
    async ({ a, b }) => {
      await isSaved(a.edit('ORG:Kontor').push());
      await isRefused(b.edit('ORG:Bakery', EARLIER).push());
    },
    { person: { company: 'Kontor' }, waits: ['company: Kontor instead of Bakery'] },
  ],
  [
    'the same edit twice is no conflict',
    async ({ a, b }) => {
      await isSaved(a.edit('ORG:Kontor').push());
      await isRefused(b.edit('ORG:Kontor').push());
    },
    { person: { company: 'Kontor' } },
  ],
  [
    'the assistant and a phone, in different fields',
    async ({ a, assistant }) => {
      await assistant({ description: 'met in Graz', job_title: 'Baker' });
      await isRefused(a.edit('ORG:Kontor').push());
    },
    { person: { company: 'Kontor', description: 'met in Graz', job_title: 'Baker' } },
  ],
  [
    'the assistant and a phone, in one field',
    async ({ a, assistant }) => {
      await assistant({ description: 'met in Graz' });
      await isRefused(a.edit('NOTE:met in Wien', '-REV').push());
    },
    { person: { description: 'met in Graz' }, waits: ['description: met in Graz instead of met in Wien'] },
  ],
  [
    'a phone takes away what the assistant has changed',
    async ({ a, assistant }) => {
      await a.edit('TITLE:Baker').push();
      await a.pull();
      await assistant({ description: 'met in Graz' });
      await isRefused(a.edit('-NOTE', '-REV').push());
    },
    {
      person: { description: 'met in Graz', job_title: 'Baker' },
      waits: ['description: met in Graz instead of nothing'],
    },
  ],
  [
    'all three, each in a field of their own',
    async ({ a, b, assistant }) => {
      await isSaved(a.edit('ORG:Kontor').push());
      await assistant({ job_title: 'Baker' });
      await isRefused(b.edit('NOTE:from Graz').push());
    },
    { person: { company: 'Kontor', job_title: 'Baker', description: 'from Graz' } },
  ],
  [
    'all three in one field: the edit that was made last holds, and what it found there waits',
    async ({ a, b, assistant }) => {
      await isSaved(a.edit('ORG:Kontor').push());
      await assistant({ company: 'Acme AG' });
      await isRefused(b.edit('ORG:Bakery', LATER).push());
    },
    { person: { company: 'Bakery' }, waits: ['company: Bakery instead of Acme AG'] },
  ],
  [
    'a phone that sends without a condition is merged with what it had last',
    async ({ a, b }) => {
      await isSaved(a.edit('ORG:Kontor').push());
      await isSaved(b.edit('TITLE:Baker').push(true));
    },
    { person: { company: 'Kontor', job_title: 'Baker' } },
  ],
  [
    'a phone that sends one field without a condition is the later one',
    async ({ a, b }) => {
      await isSaved(a.edit('ORG:Kontor').push());
      await isSaved(b.edit('ORG:Bakery').push(true));
    },
    { person: { company: 'Bakery' }, waits: ['company: Bakery instead of Kontor'] },
  ],
  [
    'a refused edit that is tried again is told once',
    async ({ a, b }) => {
      await isSaved(a.edit('ORG:Kontor').push());
      b.edit('ORG:Bakery', '-REV');
      for (let tries = 0; tries < 3; tries++) await isRefused(b.push());
    },
    { person: { company: 'Kontor' }, waits: ['company: Kontor instead of Bakery'] },
  ],
  [
    'after a refusal the phone gets the merged card, and its next edit is taken',
    async ({ a, b }) => {
      await isSaved(a.edit('ORG:Kontor').push());
      await isRefused(b.edit('TITLE:Baker').push());
      await b.pull();
      expect(b.card).toContain('ORG:Kontor');
      expect(b.card).toContain('TITLE:Baker');
      await isSaved(b.edit('NOTE:done').push());
      expect((await a.pull()).card).toContain('NOTE:done');
    },
    { person: { company: 'Kontor', job_title: 'Baker', description: 'done' } },
  ],
  [
    'both add an entry to a list',
    async ({ a, b, assistant }) => {
      await isSaved(a.edit('+EMAIL;TYPE=HOME:a@home.example').push());
      await assistant({ contact_phone_numbers: [{ phone_number: '+43 1 5' }, { phone_number: '+43 1 6' }] });
      await isRefused(b.edit('+EMAIL;TYPE=WORK:b@work.example').push());
    },
    {
      person: {
        contact_emails: ['ann@x.example', 'lee@x.example', 'b@work.example', 'a@home.example'],
        contact_phone_numbers: ['+43 1 5', '+43 1 6'],
      },
    },
  ],
  [
    'one takes an entry away, the other adds one',
    async ({ a, b }) => {
      await isSaved(a.edit('-EMAIL', '+EMAIL:lee@x.example').push());
      await isRefused(b.edit('+EMAIL:new@x.example').push());
    },
    { person: { contact_emails: ['lee@x.example', 'new@x.example'] } },
  ],
  [
    'one takes an entry away that the other gives a label: it stays, and the removal waits',
    async ({ a, assistant, id }) => {
      const emails = [{ email: 'ann@x.example', label: 'sailing' }, { email: 'lee@x.example' }];
      await assistant({ contact_emails: emails });
      await isRefused(a.edit('-EMAIL', '+EMAIL:lee@x.example', '-REV').push());
      const { contact_emails } = await getContact(ada, id);
      expect(contact_emails[0]).toMatchObject({ email: 'ann@x.example', label: 'sailing' });
    },
    {
      person: { contact_emails: ['ann@x.example', 'lee@x.example'] },
      waits: ['emails: ann@x.example (sailing) instead of nothing'],
    },
  ],
  [
    'a field that a phone has never sent is kept where its card has none',
    async ({ a }) => {
      const answer = await a.edit('-NOTE', '-BDAY', '-CATEGORIES', '-PHOTO', 'TITLE:Baker').push();
      // The stored card differs from the sent one, so the phone must read it again.
      expect([answer.status, answer.headers.etag]).toEqual([204, undefined]);
      expect((await a.pull()).card).toContain('NOTE:likes tea');
    },
    { person: { description: 'likes tea', job_title: 'Baker', birthday_year: 1980 } },
  ],
  [
    'a field that it has sent before goes with its property',
    async ({ a }) => {
      await isSaved(a.edit('TITLE:Baker').push());
      await isSaved((await a.pull()).edit('-NOTE').push());
    },
    { person: { description: null, job_title: 'Baker', birthday_year: 1980 } },
  ],
  [
    'a picture of the assistant and a number of the phone',
    async ({ a, assistant }) => {
      await assistant({ image_url: asData(picture('face')) });
      await isRefused(a.edit('-TEL', '+TEL;TYPE=CELL:+43 1 77').push());
      expect((await a.pull()).card).toMatch(/^PHOTO;ENCODING=b;TYPE=PNG:/m);
    },
    { person: { image_url: addressOf(picture('face')), contact_phone_numbers: ['+43 1 77'] } },
  ],
  [
    'a deletion that does not know of an edit is refused',
    async ({ a, b }) => {
      await isSaved(a.edit('ORG:Kontor').push());
      const { etag, device } = b;
      const path = new URL(a.device.card(nameOf(a)), 'http://x').pathname;
      await isRefused(device.send('DELETE', path, { headers: { 'if-match': etag } }));
    },
    { person: { company: 'Kontor' } },
  ],
  [
    'somebody deleted on one phone and edited on the other comes back from the trash as they were',
    async ({ a, b, id }) => {
      const path = a.device.card(nameOf(a));
      await isSaved(a.device.send('DELETE', path, { headers: { 'if-match': a.etag } }));
      await isRefused(b.edit('ORG:Kontor').push());
      dataOf(await ada.post('/v2/trash/restore', { ids: [id] }));
      expect((await b.pull()).card).toContain('ORG:Acme');
    },
    { person: { company: 'Acme', description: 'likes tea' } },
  ],
  [
    'somebody the assistant has archived comes back with the edit of a phone',
    async ({ a, assistant }) => {
      await assistant({ is_archived: true, job_title: 'Baker' });
      expect((await a.device.send('GET', a.device.card(nameOf(a)))).status).toBe(404);
      const answer = await a.edit('ORG:Kontor').push(true);
      expect(answer.status).toBe(201);
    },
    { person: { is_archived: false, company: 'Kontor', job_title: 'Baker' } },
  ],
  [
    'somebody archived whom a phone sends anew comes back with the edits of both',
    async ({ a, assistant }) => {
      await assistant({ is_archived: true, job_title: 'Baker', company: 'Kontor' });
      const { device } = a.edit('TEL:+43 1 77', '-NOTE');
      expect((await device.put(nameOf(a), a.card, { 'if-none-match': '*' })).status).toBe(201);
    },
    {
      person: {
        ...{ is_archived: false, company: 'Kontor', job_title: 'Baker', description: 'likes tea' },
        contact_phone_numbers: ['+43 1 5', '+43 1 77'],
      },
    },
  ],
];

const nameOf = ({ card }: Phone): string => `${/^UID:(.*)$/m.exec(card)![1]!.trim()}.vcf`;

const shown = (person: Json): Json => ({
  ...person,
  contact_emails: person.contact_emails.map(({ email }: Json) => email),
  contact_phone_numbers: person.contact_phone_numbers.map(({ phone_number }: Json) => phone_number),
});

/** The person's pending conflicts in the store. */
async function waitingFor(id: string): Promise<string[]> {
  return withData(service, async ({ store, secret }) => {
    const rows = await store.read(ada.id, (db) =>
      db.selectFrom('card_conflicts').select('sealed').where('card_id', '=', id).orderBy('id').execute(),
    );
    return rows.map(({ sealed }) => {
      const { field, kept, lost } = JSON.parse(secret.open(PURPOSE, sealed));
      return `${field}: ${kept ?? 'nothing'} instead of ${lost ?? 'nothing'}`;
    });
  });
}

describe('two phones and an assistant', () => {
  test.each(SCENES)('%s', async (_, play, { person, waits = [] }) => {
    const id = randomUUID();
    const input = {
      ...{ id, first_name: 'Ann', last_name: 'Lee', company: 'Acme', description: 'likes tea', birthday: '1980-02-03' },
      contact_emails: [{ email: 'ann@x.example' }, { email: 'lee@x.example' }],
      contact_phone_numbers: [{ phone_number: '+43 1 5' }],
    };
    dataOf(await ada.post('/v2/contacts', input));
    const [a, b] = [await phone('a', `${id}.vcf`), await phone('b', `${id}.vcf`)];
    await Promise.all([a.pull(), b.pull()]);
    await play({ a, b, id, assistant: (fields) => patchContact(ada, id, fields) });
    expect(shown(await getContact(ada, id))).toMatchObject(person);
    expect(await waitingFor(id)).toEqual(waits);
  });
});
