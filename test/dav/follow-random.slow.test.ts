import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CardFields } from '../../src/shared/cards/fields.ts';
import { type SyncedBooks, startBookSync } from '../support/book-sync.ts';
import { fieldsOf } from '../support/book-sync-model.ts';
import { deviceOf } from '../support/dav-device.ts';
import { findRadicale, startRadicale } from '../support/radicale.ts';
import { randomFrom } from '../support/random.ts';
import { rounds } from '../support/rounds.ts';
import { seed } from '../support/seed.ts';
import { startService } from '../support/service.ts';

// Random edits on both sides of a real server, with runs that are canceled halfway, until both sides agree.

/** A server with an empty book, and another client for it. */
interface Elsewhere {
  url: string;
  user: string;
  password: string;
  cards(): Promise<Map<string, string>>;
  put(name: string, card: string): Promise<void>;
  delete(name: string): Promise<void>;
  stop(): Promise<void>;
}

async function onRadicale(): Promise<Elsewhere> {
  const server = await startRadicale(findRadicale()!);
  await server.makeBook('friends', 'Friends');
  const { url, user, password } = server;
  return {
    ...{ url, user, password },
    cards: () => server.cards('friends'),
    put: (name, card) => server.putCard('friends', name, card),
    delete: (name) => server.deleteCard('friends', name),
    stop: server.stop,
  };
}

async function onKith(): Promise<Elsewhere> {
  const service = await startService();
  const device = await deviceOf(service, await service.user());
  const { baseUrl: url, email: user, password } = device;
  return {
    ...{ url, user, password },
    async cards() {
      const { told } = await device.sync('');
      const names = told
        .filter(({ href }) => href !== device.book)
        .map(({ href }) => decodeURIComponent(href.split('/').at(-1)!));
      return new Map(
        await Promise.all(
          names.map(async (name) => [name, (await device.send('GET', device.card(name))).text] as const),
        ),
      );
    },
    async put(name, card) {
      const { status } = await device.put(name, card);
      if (status >= 300) throw new Error(`PUT ${name}: ${status}`);
    },
    async delete(name) {
      await device.send('DELETE', device.card(name));
    },
    stop: service.stop,
  };
}

const SERVERS = [
  ['Radicale', onRadicale, findRadicale() !== undefined],
  ['another kith', onKith, true],
] as const;

describe.each(SERVERS)('%s', (_, start, isThere) => {
  let server: Elsewhere;
  let kith: SyncedBooks;
  beforeAll(async () => {
    if (!isThere) return;
    [server, kith] = await Promise.all([start(), startBookSync()]);
  });
  afterAll(async () => {
    await server?.stop();
    await kith?.close();
  });

  test.skipIf(!isThere)('loses and duplicates nothing', async () => {
    const random = randomFrom(seed);
    const pick = <T>(list: T[]): T | undefined => list[Math.floor(random() * list.length)];
    const mails = new Map<string, Set<string>>();
    const deleted = new Set<string>();
    let count = 0;
    const book = await kith.connect(server.url, server.user, server.password);
    const uuid = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
    const idIn = (text: string) => /id\d+(?=@)/.exec(text)![0];
    const idOf = ({ emails }: CardFields) =>
      idIn(
        emails
          .map(({ value }) => value)
          .sort()
          .join(),
      );
    const fresh = () => {
      const id = `id${++count}`;
      mails.set(id, new Set());
      return id;
    };
    const grown = (id: string) => {
      const mail = `t${++count}@x.example`;
      mails.get(id)!.add(mail);
      return mail;
    };

    async function here(): Promise<void> {
      const one = pick(await kith.people());
      const kind = random();
      if (kind < 0.25 || !one) {
        const id = fresh();
        await kith.put(
          `${uuid(count)}.vcf`,
          fieldsOf({ full_name: id, first_name: id, emails: [{ value: `${id}@x.example` }] }),
        );
      } else if (kind < 0.35) {
        deleted.add(idOf(one.fields));
        await kith.delete(one.name);
      } else if (kind < 0.7) {
        const emails = [...one.fields.emails, { value: grown(idOf(one.fields)) }];
        await kith.put(one.name, { ...one.fields, emails });
      } else await kith.put(one.name, { ...one.fields, company: `c${++count}` });
    }

    async function there(): Promise<void> {
      const [name, text] = pick([...(await server.cards())].filter(([, card]) => /id\d+@/.test(card))) ?? [];
      const kind = random();
      if (kind < 0.25 || !name || !text) {
        const id = fresh();
        const lines = [
          'BEGIN:VCARD',
          'VERSION:3.0',
          `UID:${id}`,
          `FN:${id}`,
          `N:;${id};;;`,
          `EMAIL:${id}@x.example`,
          'END:VCARD',
          '',
        ];
        await server.put(`${id}.vcf`, lines.join('\r\n'));
      } else if (kind < 0.35) {
        deleted.add(idIn(text));
        await server.delete(name);
      } else {
        const line = kind < 0.7 ? `EMAIL:${grown(idIn(text))}` : `TITLE:j${++count}`;
        const rest = line.startsWith('TITLE') ? text.replace(/TITLE:.*\r?\n/, '') : text;
        await server.put(name, rest.replace(/END:VCARD/, `${line}\r\nEND:VCARD`));
      }
    }

    for (let turn = 0; turn < rounds(12); turn++) {
      for (let edits = 0; edits < 8; edits++) await (random() < 0.5 ? here() : there());
      const cancel = new AbortController();
      const most = Math.floor(random() * 12);
      const onProgress = (done: number) => void (done >= most && random() < 0.5 && cancel.abort());
      await kith.sync(book, { mayDelete: true, signal: cancel.signal, onProgress });
    }
    await kith.sync(book, { mayDelete: true });
    const none = { created: 0, changed: 0, removed: 0 };
    expect(await kith.sync(book, { mayDelete: true })).toMatchObject({ here: none, there: none });

    const ours = (await kith.people()).map(({ fields }) => fields);
    const theirs = [...(await server.cards()).values()];
    const ids = ours.map(idOf).sort();
    expect(new Set(ids).size).toBe(ids.length);
    expect(theirs.map(idIn).sort()).toEqual(ids);
    for (const [id, tokens] of mails) {
      const one = ours.find((fields) => idOf(fields) === id);
      if (!deleted.has(id)) expect(one, id).toBeDefined();
      if (!one || deleted.has(id)) continue;
      expect(one.emails.map(({ value }) => value).sort()).toEqual([`${id}@x.example`, ...tokens].sort());
      const text = theirs.find((card) => idIn(card) === id)!;
      for (const token of tokens) expect(text).toContain(token);
    }
  });
});
