import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { turnOff } from '../../src/service/messages/settings.ts';
import { HOUR, messagesOn, receiversForFile, SECRET, until } from '../support/messages.ts';
import { type Endpoint, inWords } from '../support/receivers.ts';

// Delivery times: every morning, and each reminder at its time. Each message is sent once, late rather than never.

const receivers = await receiversForFile();
const { endpoint } = receivers;

describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
  const messages = messagesOn(engine, receivers);
  const { kith, doomedKith, stopAll, quiet, pass, to, save, kept, moveTo, bodies, log, client, person, remind } =
    messages;

  test('sends one signed message each morning, even after restarts', async () => {
    await person('Grace Hopper', { birthday: '1906-11-27' });
    await remind('Call the bank', { due_at_date: '2026-11-27' });
    await save();
    kith();
    await to('2026-11-27T05:59:00.000Z');
    expect(endpoint.posts).toEqual([]);
    await to('2026-11-27T06:00:00.000Z');
    expect(endpoint.posts).toHaveLength(1);
    const [{ headers, body }] = endpoint.posts as [Endpoint['posts'][number]];
    const sent = JSON.parse(body);
    expect(headers['idempotency-key']).toBe(sent.id);
    expect(headers['x-kith-signature']).toBe(`sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`);
    expect(sent).toMatchObject({
      kind: 'morning',
      day: '2026-11-27',
      time_zone: 'Europe/Berlin',
      title: 'Friday, November 27: 1 reminder, 1 birthday',
      text: 'Birthdays\n- Grace Hopper turns 120\n\nReminders\n- Call the bank\n\nhttps://kith.example.com/today\n',
      link: 'https://kith.example.com/today',
      briefing: { birthdays: [{ turns: 120 }], reminders: { due: [{ text: 'Call the bank' }] } },
    });
    expect(await kept()).toMatchObject({
      nextAt: '2026-11-28T06:00:00.000Z',
      retryAt: null,
      last: { outcome: 'sent', at: '2026-11-27T06:00:00.000Z' },
    });
    await stopAll();
    kith();
    kith();
    await pass(20 * HOUR);
    expect(endpoint.posts).toHaveLength(1);
    await to('2026-11-28T06:00:00.000Z');
    expect(bodies().map(({ day }) => day)).toEqual(['2026-11-27', '2026-11-28']);
    expect(new Set(bodies().map(({ id }) => id)).size).toBe(2);
    expect(await log()).toEqual(['message.set webhook', ...Array(2).fill('message.sent morning by webhook')]);
  });

  test('sends the same message from a second process if the first is killed after delivery', async () => {
    await remind('Call the bank', { due_at_date: '2026-11-27' });
    await save();
    let isKilled = false;
    endpoint.onPost = () => {
      isKilled = true;
    };
    doomedKith('2026-11-27T06:00:00.000Z', () => isKilled);
    await until(() => isKilled);
    const { clock } = messages;
    clock.advance(Date.parse('2026-11-27T06:00:30.000Z') - clock.now());
    kith();
    await until(() => clock.waiting() === 1);
    expect(endpoint.posts).toHaveLength(1);
    // The dead process's lease has expired.
    clock.advance(30_000);
    await until(() => endpoint.posts.length > 1);
    await quiet();
    await pass(20 * HOUR);
    const [first, second, ...more] = endpoint.posts;
    expect(more).toEqual([]);
    expect(second!.headers['idempotency-key']).toBe(first!.headers['idempotency-key']);
    expect(bodies()[1].day).toBe('2026-11-27');
  });

  test('sends no message on a day with nothing to report, unless the user asked for it', async () => {
    await save();
    kith();
    await to('2026-11-27T10:00:00.000Z');
    expect(endpoint.posts).toEqual([]);
    expect(await kept()).toMatchObject({ last: { outcome: 'nothing' }, nextAt: '2026-11-28T06:00:00.000Z' });
    await save({ whenEmpty: true });
    await to('2026-11-28T10:00:00.000Z');
    expect(bodies()).toMatchObject([
      { title: 'Saturday, November 28', text: expect.stringContaining('Nothing to do') },
    ]);
    await turnOff(messages.data, messages.user.user_id);
    await to('2026-11-30T10:00:00.000Z');
    expect(endpoint.posts).toHaveLength(1);
    expect((await log()).at(-1)).toBe('message.off null');
  });

  test('moves the next message when its time or zone changes, with one per day', async () => {
    await save({ whenEmpty: true, time: '18:30' });
    kith();
    await to('2026-11-26T17:30:00.000Z');
    expect(bodies()).toMatchObject([{ day: '2026-11-26' }]);
    await save({ whenEmpty: true, time: '19:00' });
    expect((await kept()).nextAt).toBe('2026-11-27T18:00:00.000Z');
    const zone = 'America/New_York';
    await moveTo(zone);
    await to('2026-11-27T18:30:00.000Z');
    expect(endpoint.posts).toHaveLength(1);
    await to('2026-11-28T00:00:00.000Z');
    expect(bodies()[1]).toMatchObject({ day: '2026-11-27', time_zone: zone });
  });

  test('sends a reminder with a time once at that time, again if it moves, and one without a time never', async () => {
    const ada = await person('Grace Hopper');
    await remind('In the past', { due_at_time: '2026-11-26T15:00:00Z' });
    await remind('On a day', { due_at_date: '2026-11-26' });
    const call = await remind('Call 🎉', { due_at_time: '2026-11-26T17:10:00Z' }, ada);
    await remind('At the same time', { due_at_time: '2026-11-26T17:10:00Z' });
    const weekly = await remind('Every week', { due_at_time: '2026-11-26T17:20:00Z', recurrence: '7 days' });
    await save({ reminders: true });
    kith();
    kith();
    await to('2026-11-26T17:09:00.000Z');
    expect(endpoint.posts).toEqual([]);
    await to('2026-11-26T17:10:00.000Z');
    await quiet();
    const texts = () => bodies().map(({ reminder }) => reminder?.text);
    expect(texts().sort()).toEqual(['At the same time', 'Call 🎉']);
    expect(bodies().find(({ reminder }) => reminder.id === call)).toMatchObject({
      kind: 'reminder',
      title: 'Reminder: Call 🎉',
      text: 'Reminder\n- 18:10  Call 🎉 (Grace Hopper)\n\nhttps://kith.example.com/reminders\n',
      reminder: { contacts: [{ full_name: 'Grace Hopper' }] },
    });
    await client().call('update_reminder', { reminderId: call, due_at_time: '2026-11-26T17:30:00Z' });
    await to('2026-11-26T17:20:00.000Z');
    await client().call('update_reminder', { reminderId: weekly, is_complete: true });
    await to('2026-11-26T18:00:00.000Z');
    expect(texts().slice(2)).toEqual(['Every week', 'Call 🎉']);
    messages.clock.advance(6 * 24 * HOUR);
    await to('2026-12-03T17:20:00.000Z');
    await quiet();
    expect(texts().filter((text) => text === 'Every week')).toHaveLength(2);
    expect(new Set(bodies().map(({ id }) => id)).size).toBe(endpoint.posts.length);
  });

  test('sends a reminder late after an outage, and leaves it to the morning message after a day', async () => {
    await remind('Soon', { due_at_time: '2026-11-26T16:30:00Z' });
    await save({ reminders: true, channel: { kind: 'ntfy', url: `${endpoint.url}/topic` }, time: '12:00' });
    endpoint.answers = [{ status: 500 }, { status: 500 }];
    kith();
    await to('2026-11-26T17:00:00.000Z', HOUR / 30);
    expect(endpoint.posts).toHaveLength(3);
    expect(endpoint.posts.map(({ headers }) => headers['x-sequence-id'])).toEqual(
      Array(3).fill(endpoint.posts[0]!.headers['x-sequence-id']),
    );
    expect(inWords(String(endpoint.posts[2]!.headers.title))).toBe('Reminder: Soon');
    await stopAll();
    await remind('Long ago', { due_at_time: '2026-11-26T18:00:00Z' });
    messages.clock.advance(30 * HOUR);
    kith();
    await to('2026-11-28T11:00:00.000Z');
    expect(endpoint.posts.slice(3).map(({ body }) => body)).toEqual([expect.stringContaining('Overdue\n- Soon')]);
    expect(endpoint.posts[3]!.body).toContain('Long ago');
  });
});
