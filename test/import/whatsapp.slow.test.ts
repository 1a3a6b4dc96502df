import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { isChat, readChat } from '../../src/import/formats/whatsapp/chat.ts';
import { openClient } from '../../src/server/composition/open-client.ts';
import { settingsIn } from '../../src/settings.ts';
import { rounds } from '../support/rounds.ts';
import { temporaryFolder } from '../support/service.ts';
import { startImport } from './command.ts';

const NOW = '2026-11-22T12:00:00';

describe('an exported chat', () => {
  it.each([
    ['iPhone, English (US)', '[11/27/23, 9:15:32\u202fPM] Jane Doe: Hi', '2023-11-27T21:15:32'],
    ['iPhone, English (UK)', '[27/11/2023, 21:15:32] Jane Doe: Hi', '2023-11-27T21:15:32'],
    ['iPhone, German', '[27.11.23, 21:15:32] Jane Doe: Hi', '2023-11-27T21:15:32'],
    ['iPhone, French', '[27/11/2023 à 21:15:32] Jane Doe: Hi', '2023-11-27T21:15:32'],
    ['iPhone, Dutch', '[27-11-2023 21:15:32] Jane Doe: Hi', '2023-11-27T21:15:32'],
    ['iPhone, Japanese', '[2023/11/27 21:15:32] Jane Doe: Hi', '2023-11-27T21:15:32'],
    ['iPhone, Chinese', '[2023/11/27 下午9:15:32] Jane Doe: Hi', '2023-11-27T21:15:32'],
    ['iPhone, with a mark first', '\u200e[27.11.23, 21:15:32] Jane Doe: Hi', '2023-11-27T21:15:32'],
    ['Android, English (US)', '11/27/23, 9:15 PM - Jane Doe: Hi', '2023-11-27T21:15:00'],
    ['Android, midnight in the US', '11/27/23, 12:15 AM - Jane Doe: Hi', '2023-11-27T00:15:00'],
    ['Android, German', '27.11.23, 21:15 - Jane Doe: Hi', '2023-11-27T21:15:00'],
    ['Android, Spanish', '27/11/23, 9:15 p. m. - Jane Doe: Hi', '2023-11-27T21:15:00'],
    ['Android, Portuguese', '27/11/2023 21:15 - Jane Doe: Hi', '2023-11-27T21:15:00'],
    ['Android, French', '27/11/2023 à 21:15 - Jane Doe: Hi', '2023-11-27T21:15:00'],
    ['Android, Swedish', '2023-11-27 21:15 - Jane Doe: Hi', '2023-11-27T21:15:00'],
    ['Android, Finnish', '27.11.2023 klo 21.15 - Jane Doe: Hi', '2023-11-27T21:15:00'],
    ['Android, Hungarian', '2023. 11. 27. 21:15 - Jane Doe: Hi', '2023-11-27T21:15:00'],
    ['Android, Korean', '2023년 11월 27일 오후 9:15, Jane Doe : Hi', '2023-11-27T21:15:00'],
    ['Android, Chinese', '2023年11月27日 下午9:15 - Jane Doe: Hi', '2023-11-27T21:15:00'],
    ['Android, Arabic', '\u200f27\u200f/11\u200f/2023، 9:15 م - Jane Doe: Hi', '2023-11-27T21:15:00'],
    ['Android, Arabic digits', '٢٧/١١/٢٠٢٣، ٩:١٥ م - Jane Doe: Hi', '2023-11-27T21:15:00'],
  ])('is read: %s', (_, line, at) => {
    expect(isChat(line)).toBe(true);
    expect(readChat(`${line}\nthere\n`, NOW).messages).toEqual([{ at, sender: 'Jane Doe', text: 'Hi\nthere' }]);
  });

  it('infers the order of day and month from valid dates and the order of messages', () => {
    const days = (...dates: string[]) =>
      readChat(dates.map((date) => `${date}, 10:00 - A: x`).join('\n'), NOW).messages.map(({ at }) => at.slice(0, 10));
    expect(days('03/04/2023', '13/04/2023')).toEqual(['2023-04-03', '2023-04-13']);
    expect(days('03/04/2023', '04/13/2023')).toEqual(['2023-03-04', '2023-04-13']);
    expect(days('03/04/2023', '04/02/2023', '05/01/2023')).toEqual(['2023-03-04', '2023-04-02', '2023-05-01']);
    expect(days('03/04/2023', '04/04/2023', '01/05/2023')).toEqual(['2023-04-03', '2023-04-04', '2023-05-01']);
    // December 6 is in the future.
    expect(days('12/06/2026')).toEqual(['2026-06-12']);
    expect(days('06/12/2026')).toEqual(['2026-06-12']);
  });

  it('restores its messages in any of its formats', () => {
    const word = fc.stringMatching(/^[a-zA-Z]{1,8}$/);
    const message = fc.record({
      minutes: fc.integer({ min: 0, max: 8_000_000 }),
      sender: word,
      text: fc.stringMatching(/^[a-z]([a-z ,:[\]-]{0,20}[a-z])?$/),
    });
    const two = (value: number) => String(value).padStart(2, '0');
    const forms = [
      (d: Date) =>
        `${two(d.getUTCDate())}.${two(d.getUTCMonth() + 1)}.${d.getUTCFullYear()}, ${two(d.getUTCHours())}:${two(d.getUTCMinutes())} - `,
      (d: Date) =>
        `[${d.getUTCFullYear()}/${d.getUTCMonth() + 1}/${d.getUTCDate()} ${d.getUTCHours()}:${two(d.getUTCMinutes())}:00] `,
      (d: Date) =>
        `${d.getUTCFullYear()}-${two(d.getUTCMonth() + 1)}-${two(d.getUTCDate())}, ${d.getUTCHours() % 12 || 12}:${two(d.getUTCMinutes())} ${d.getUTCHours() < 12 ? 'a.m.' : 'p.m.'} - `,
    ];
    fc.assert(
      fc.property(fc.array(message, { minLength: 1, maxLength: 20 }), fc.constantFrom(...forms), (all, form) => {
        const sorted = all.toSorted((a, b) => a.minutes - b.minutes);
        const dated = sorted.map((one) => ({
          ...one,
          date: new Date(Date.parse('2010-01-01T00:00Z') + one.minutes * 60_000),
        }));
        const text = dated.map(({ date, sender, text }) => `${form(date)}${sender}: ${text}\n`).join('');
        expect(readChat(text, NOW).messages).toEqual(
          dated.map(({ date, sender, text }) => ({ at: date.toISOString().slice(0, 19), sender, text })),
        );
      }),
      { numRuns: rounds(100) },
    );
  });

  it('never throws, whatever it contains', () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      '1',
      '31',
      '/',
      '.',
      ', ',
      ':',
      ' - ',
      '\u200e',
      'A',
      '\n',
      '年',
      '9:15',
      ' PM',
      '27.11.23, 09:15 - A: x\n',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        for (const { at } of readChat(pieces.join(''), NOW).messages)
          expect(Number.isNaN(Date.parse(`${at}Z`))).toBe(false);
      }),
      { numRuns: rounds(500) },
    );
  });
});

describe('kith import of a chat', () => {
  const folder = temporaryFolder();
  afterAll(() => folder.remove());
  let data = '';
  let count = 0;
  beforeEach(() => {
    data = join(folder.path, `data-${count++}`);
  });

  const file = (name: string, content: string | Uint8Array) => {
    const path = join(folder.path, name);
    writeFileSync(path, content);
    return path;
  };
  const run = async (...args: string[]) => {
    const { code, stdout } = await startImport(data, ['--json', ...args]).closed;
    const [result] = JSON.parse(stdout);
    return { code, ...result };
  };
  const asked = async <T>(
    ask: (client: Awaited<ReturnType<typeof openClient>>['client']) => Promise<T>,
  ): Promise<T> => {
    const { client, close } = await openClient(settingsIn({ KITH_DATA_DIR: data }));
    try {
      return await ask(client);
    } finally {
      await close();
    }
  };
  const make = (full_name: string) => asked((client) => client.call('create_contact', { full_name }));
  const people = () =>
    asked(async (client) =>
      (await client.call('list_contacts', { take: 50, order: 'asc', sort: 'full_name' })).data.contacts.map((one) => [
        one.full_name,
        one.last_seen_at,
        one.whatsapp_last_message_at,
      ]),
    );
  const notes = () =>
    asked(async (client) =>
      (await client.call('list_notes', { take: 50 })).data.notes.map(({ note, event_time }) => [event_time, note]),
    );

  const ANDROID = [
    '27.11.23, 09:15 - Nachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt.',
    '27.11.23, 09:15 - Jane Doe: Hallo',
    'zweite Zeile',
    '28.11.23, 23:59 - Max: Tschüss',
    '',
  ];

  it("moves the person's last contact on, once, and never back", async () => {
    await make('Jane Doe');
    const chat = file('WhatsApp Chat mit Jane Doe.txt', ANDROID.join('\n'));
    const last = '2023-11-28T23:59:00.000Z';
    expect(await run('--dry-run', chat)).toMatchObject({ code: 0, dryRun: true, updated: 1 });
    expect(await people()).toEqual([['Jane Doe', null, null]]);
    expect(await run(chat)).toMatchObject({ code: 0, format: 'WhatsApp chat', created: 0, updated: 1, failed: 0 });
    expect(await people()).toEqual([['Jane Doe', last, last]]);
    expect(await run(chat)).toMatchObject({ created: 0, updated: 0, skipped: 1 });
    const earlier = file('WhatsApp Chat mit Jane Doe (1).txt', ANDROID.slice(0, 3).join('\n'));
    expect(await run('--me', 'Max', earlier)).toMatchObject({ updated: 0, skipped: 1 });
    expect([await people(), await notes()]).toEqual([[['Jane Doe', last, last]], []]);
  });

  it('creates notes of its days on request, which a longer export completes', async () => {
    const begun = file('WhatsApp Chat mit Jane Doe.txt', ANDROID.slice(0, 3).join('\n'));
    expect(await run('--notes', '--me', 'Max', begun)).toMatchObject({ created: 1 });
    const day = ['2023-11-27T09:15:00.000Z', 'WhatsApp\n09:15 Jane Doe: Hallo\nzweite Zeile'];
    expect(await notes()).toEqual([day]);
    const longer = [...ANDROID.slice(0, 3), '27.11.23, 10:00 - Max: Na?', ...ANDROID.slice(3)];
    const chat = file('WhatsApp Chat mit Jane Doe.txt', longer.join('\n'));
    const whole = [
      ['2023-11-28T23:59:00.000Z', 'WhatsApp\n23:59 Max: Tschüss'],
      [day[0], `${day[1]}\n10:00 Max: Na?`],
    ];
    for (const counts of [{ updated: 1 }, { updated: 0, skipped: 1 }]) {
      expect(await run('--notes', chat)).toMatchObject({ code: 0, created: 0, ...counts });
      expect(await notes()).toEqual(whole);
    }
    // Importing the shorter one again removes nothing.
    expect(await run('--notes', '--me', 'Max', begun)).toMatchObject({ skipped: 1 });
    expect(await notes()).toEqual(whole);
  });

  it("finds the chat in an iPhone's zip, and the person by the file name", async () => {
    const chat = [
      '[11/27/23, 9:15:32\u202fAM] Jane Doe: \u200eMessages and calls are end-to-end encrypted.',
      '[11/27/23, 9:15:32\u202fAM] Jane Doe: Hi',
      '[11/27/23, 9:20:00\u202fPM] Max: Hello',
      '\u200e[11/28/23, 10:00:00\u202fAM] Jane Doe: \u200eimage omitted',
    ].join('\r\n');
    const packed = zipSync({ '_chat.txt': strToU8(chat), '0001-PHOTO.jpg': new Uint8Array(50) });
    const path = file('WhatsApp Chat - Jane Doe.zip', packed);
    expect(await run('--notes', path)).toMatchObject({ created: 1, failed: 0 });
    expect(await people()).toEqual([['Jane Doe', '2023-11-28T10:00:00.000Z', '2023-11-28T10:00:00.000Z']]);
    expect((await notes()).at(-1)).toEqual([
      '2023-11-27T09:15:32.000Z',
      'WhatsApp\n09:15 Jane Doe: Hi\n21:20 Max: Hello',
    ]);
    expect(await run('--notes', path)).toMatchObject({ created: 0, updated: 0, skipped: 1 });
  });

  it('finds a nameless person by their number', async () => {
    const numbers = [{ phone_number: '+49 170 1234567', ranking: 0 }];
    await asked((client) => client.call('create_contact', { full_name: 'Ann', contact_phone_numbers: numbers }));
    const chat = file(
      '_chat.txt',
      '[27.11.23, 09:15:32] \u202a+49 170 1234567\u202c: Hi\n[27.11.23, 09:16:32] Max: Hi\n',
    );
    expect(await run(chat)).toMatchObject({ created: 0, updated: 1 });
  });

  it('for a group counts for each known sender, but for no one if two share the name', async () => {
    for (const name of ['Ann Lee', 'Bob', 'Bob']) await make(name);
    const lines = ['Ann Lee: a', 'Bob: b', 'Zoe: c', 'Max: d'].map((line, index) => `27.11.23, 09:0${index} - ${line}`);
    const chat = file('WhatsApp Chat mit Chor.txt', lines.join('\n'));
    expect((await run(chat)).error).toBe('Which of Ann Lee, Bob, Zoe, Max are you?');
    expect(await run('--me', 'max', chat)).toMatchObject({ code: 1, created: 0, updated: 1, skipped: 1, failed: 1 });
    expect((await people()).map(([name, seen]) => [name, seen])).toEqual([
      ['Ann Lee', '2023-11-27T09:00:00.000Z'],
      ['Bob', null],
      ['Bob', null],
    ]);
  });
});
