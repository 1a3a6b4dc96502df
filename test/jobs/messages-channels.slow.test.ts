import { describe, expect, test, vi } from 'vitest';
import { type DeliveryContext, sendTest } from '../../src/service/messages/deliver.ts';
import type { MessageSettings } from '../../src/service/messages/settings.ts';
import { CORPUS, HIDDEN, MARKUP } from '../support/hostile.ts';
import { HOUR, messagesOn, receiversForFile } from '../support/messages.ts';
import { type Endpoint, type MailServer, readMail } from '../support/receivers.ts';

// Message channels (webhook, ntfy, and mail): payloads, refusals, and settings.

const receivers = await receiversForFile();
const { endpoint, mailServer } = receivers;

describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
  const messages = messagesOn(engine, receivers);
  const { kith, pass, to, save, kept, bodies, log, client, remind } = messages;

  test('sends ntfy the title, tags, priority, link, token, and a text that fits', async () => {
    for (let n = 0; n < 25; n++) await remind(`Überfällig ${n}: ${'ä'.repeat(200)}`, { due_at_date: '2026-11-27' });
    await save({ channel: { kind: 'ntfy', url: `${endpoint.url}/my-topic`, token: 'tk_secret' } });
    kith();
    await to('2026-11-27T06:00:00.000Z');
    const [{ path, headers, body }] = endpoint.posts as [Endpoint['posts'][number]];
    expect(path).toBe('/my-topic');
    expect(headers).toMatchObject({
      authorization: 'Bearer tk_secret',
      title: 'Friday, November 27: 25 reminders',
      tags: 'sunrise',
      priority: '3',
      click: 'https://kith.example.com/today',
      'x-sequence-id': expect.stringMatching(/^[-\w]{1,64}$/),
    });
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(4096);
    expect(body).toMatch(/^Reminders\n- Überfällig/);
    expect(body.endsWith('…\n')).toBe(true);
  });

  test("sends mail to the user's own or another address, as plain text and HTML, and escapes malicious input", async () => {
    for (const text of [...CORPUS, MARKUP]) await remind(text, { due_at_date: '2026-11-27' });
    await save({ channel: { kind: 'mail' } });
    kith();
    await to('2026-11-27T06:00:00.000Z');
    expect(mailServer.mails).toHaveLength(1);
    const [{ from, to: rcpt, raw }] = mailServer.mails as [MailServer['mails'][number]];
    expect([from, rcpt]).toEqual(['kith@example.com', ['ada@example.com']]);
    const { headers, text, html } = readMail(raw);
    expect(headers).toMatchObject({
      from: 'Kith <kith@example.com>',
      to: 'ada@example.com',
      subject: `Friday, November 27: ${CORPUS.length + 1} reminders`,
      'message-id': expect.stringMatching(/^<kith-morning-[0-9a-f]{32}@example\.com>$/),
      'auto-submitted': 'auto-generated',
    });
    expect(text).toContain(MARKUP);
    expect(text.replace(/\n|\u200c|\u200d|\ufe0f/g, '')).not.toMatch(HIDDEN);
    expect(html).not.toMatch(/<(script|img|textarea|system)/);
    expect(html).toContain('&lt;script&gt;alert(2)&lt;/script&gt;&amp;amp;');
    await save({ channel: { kind: 'mail', to: 'somebody@elsewhere.example' }, whenEmpty: true });
    await to('2026-11-28T06:00:00.000Z');
    expect(mailServer.mails[1]!.to).toEqual(['somebody@elsewhere.example']);
  });

  test('retries a refused message, reports it once, and drops it at the end of its day', async () => {
    await remind('Call the bank', { due_at_date: '2026-11-27' });
    await save({ channel: { kind: 'mail' } });
    mailServer.refusals = [451, 451, 552];
    kith();
    await to('2026-11-27T06:00:00.000Z');
    expect(mailServer.mails).toEqual([]);
    const failed = await kept();
    const words = 'The mail server 127.0.0.1 rejected the message (451).';
    expect(failed).toMatchObject({ last: { outcome: 'failed', words } });
    expect(Date.parse(failed.retryAt!)).toBeLessThanOrEqual(messages.clock.now() + 60_000);
    await pass(HOUR, HOUR / 12);
    expect(mailServer.mails).toHaveLength(1);
    expect(mailServer.refusals).toEqual([]);
    const set = 'message.set mail';
    const told = ['message.failed morning by mail: 451', 'message.failed morning by mail: 552'];
    expect(await log()).toEqual([set, ...told, 'message.sent morning by mail']);
    mailServer.refusals = Array(100).fill(550);
    await to('2026-11-28T23:30:00.000Z', HOUR / 2);
    const left = mailServer.refusals.length;
    expect(left).toBeLessThan(90);
    expect(await kept()).toMatchObject({ nextAt: '2026-11-29T06:00:00.000Z', last: { outcome: 'failed' } });
    mailServer.refusals = [];
    await to('2026-11-29T06:00:00.000Z');
    expect(mailServer.mails).toHaveLength(2);
    expect((await log()).filter((line) => line.startsWith('message.failed'))).toHaveLength(3);
  });

  test('honors Retry-After from a webhook, and sends nothing to a redirect elsewhere', async () => {
    await remind('Call the bank', { due_at_date: '2026-11-27' });
    await save();
    endpoint.answers = [{ status: 503, headers: { 'retry-after': '1800' } }];
    kith();
    await to('2026-11-27T06:25:00.000Z');
    expect(endpoint.posts).toHaveLength(1);
    await to('2026-11-27T06:30:00.000Z');
    expect(endpoint.posts).toHaveLength(2);
    expect(await kept()).toMatchObject({ last: { outcome: 'sent' } });
    endpoint.answers = [{ status: 307, headers: { location: 'https://elsewhere.example/' } }];
    await to('2026-11-28T06:00:00.000Z');
    expect((await kept()).last?.words).toContain('points to another host, https://elsewhere.example');
  });

  test('accepts user-supplied URLs only on the public internet or in the allow-list', async () => {
    await remind('Call the bank', { due_at_date: '2026-11-27' });
    await save({ channel: { kind: 'webhook', url: endpoint.url, isPublic: true } });
    kith();
    await to('2026-11-27T06:00:00.000Z');
    expect(endpoint.posts).toEqual([]);
    expect((await kept()).last?.words).toMatch(/not a public internet address.*KITH_PRIVATE_HOSTS/);
    vi.stubEnv('KITH_PRIVATE_HOSTS', '127.0.0.1');
    await pass(HOUR);
    expect(endpoint.posts).toHaveLength(1);
  });

  // Independent of the engine.
  test.runIf(engine === 'sqlite').each([
    [{ time: '7:00' }, 'time', '7:00 is not a time of day'],
    [{ time: '24:00' }, 'time', 'not a time'],
    [{ channel: { kind: 'webhook', url: 'http://example.com/' } }, 'url', 'must start with https://'],
    [{ channel: { kind: 'webhook', url: 'https://a:b@example.com/' } }, 'url', 'must not contain a user or password'],
    [{ channel: { kind: 'webhook', url: 'https://example.com/', secret: 'with space' } }, 'secret', 'without spaces'],
    [{ channel: { kind: 'ntfy', url: 'https://ntfy.sh/' } }, 'url', 'end with the name of an ntfy topic'],
    [{ channel: { kind: 'mail', to: 'nobody' } }, 'to', 'not an email address'],
    [{ channel: { kind: 'mail', to: 'a@b.example\r\nBcc: c@d.example' } }, 'to', 'not an email address'],
  ] as [Partial<MessageSettings>, string, string][])(
    'rejects %j and changes nothing',
    async (changes, field, words) => {
      await save();
      const before = await kept();
      await expect(save(changes)).rejects.toMatchObject({
        status: 400,
        message: expect.stringContaining(words),
        details: { fields: { [field]: expect.any(String) } },
      });
      expect(await kept()).toEqual(before);
    },
  );

  test('sends a test message that counts for no day, limits repeats, and stores no secret in clear', async () => {
    await save();
    const context: DeliveryContext = {
      ...messages.data,
      user: messages.user,
      now: messages.clock.date,
      origin: undefined,
      briefing: async (day) => (await client().call('get_briefing', { day, days: 1 })).data,
      mail: undefined,
    };
    await sendTest(context, '2026-11-26');
    expect(bodies()).toMatchObject([
      { kind: 'test', link: null, text: expect.stringContaining('This is the test message') },
    ]);
    await expect(sendTest(context, '2026-11-26')).rejects.toMatchObject({ status: 409 });
    messages.clock.advance(HOUR);
    endpoint.answers = [{ status: 401 }];
    await expect(sendTest(context, '2026-11-26')).rejects.toMatchObject({
      message: expect.stringMatching(/returned status 401/),
    });
    expect((await kept()).nextAt).toBe('2026-11-27T06:00:00.000Z');
    const rows = await messages.data.store.read('', (db) => db.selectFrom('messages').selectAll().execute());
    expect(JSON.stringify(rows)).not.toMatch(/hook|secret-that/);
    expect(await log()).toEqual([
      'message.set webhook',
      'message.sent test by webhook',
      'message.failed test by webhook: 401',
    ]);
  });
});
