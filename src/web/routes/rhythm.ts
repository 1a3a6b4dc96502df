import type { Client } from '../../client/client.ts';
import { badRequest } from '../../shared/error.ts';
import type { Contact } from '../edit/contact-values.ts';
import { asTyped, readOpened, type Values } from '../edit/merge.ts';
import { rhythmBefore, rhythmOf } from '../edit/rhythm-values.ts';
import { momentOn, NOON } from '../requests/days.ts';
import type { Frame, Pages } from '../requests/frame.ts';
import { IN_TOUCH } from '../words/person.ts';
import { notChangedMeanwhile, partForms, type WasDone } from './person-part.ts';

const MOST_DAYS = 366;
const AT = { frequency: 'frequency', next_reminder_at: 'next', never_keep_in_touch: 'never' };

/** Frequency and next reminder of a person. */
export function addRhythm(app: Pages, frame: Frame): void {
  const part = partForms(app, frame);

  part('rhythm', 'rhythm', AT, async ({ client, person, fields, once }, contactId) => {
    const before = await contactOf(client, contactId);
    const now = rhythmOf(before, person.time_zone);
    const wanted = notChangedMeanwhile(fields, typedRhythm(fields), now);
    const isMoved = wanted.next !== now.next;
    if (isMoved && wanted.next && !wanted.frequency)
      throw badRequest({ frequency: IN_TOUCH.noFrequency }, IN_TOUCH.noFrequency);
    const change = {
      ...(wanted.frequency !== now.frequency && { frequency: wanted.frequency || null }),
      ...(isMoved && {
        next_reminder_at: wanted.next ? momentOn(wanted.next, NOON, person.time_zone, 'next_reminder_at') : null,
      }),
      ...(wanted.never !== now.never && { never_keep_in_touch: wanted.never === 'on' }),
    };
    // A second click finds the change already made, and shows the same message.
    if (Object.keys(change).length === 0 && fields.get('was') === rhythmBefore(before)) return undefined;
    if (Object.keys(change).length > 0) await client.call('update_contact', { contactId, ...change }, once);
    return undoOf(fields, before);
  });

  part('rhythm/seen', 'rhythm', AT, async ({ client, fields, once }, contactId) => {
    const before = await contactOf(client, contactId);
    await client.call('update_contact', { contactId, last_seen_now: true }, once);
    return { ...undoOf(fields, before), done: 'contacted' };
  });

  part('rhythm/later', 'rhythm', AT, async ({ client, fields, once }, contactId) => {
    const before = await contactOf(client, contactId);
    const snooze_days = Math.min(Math.max(Number.parseInt(fields.get('days') ?? '', 10) || 1, 1), MOST_DAYS);
    const change = fields.get('days') === 'never' ? { never_keep_in_touch: true } : { snooze_days };
    await client.call('update_contact', { contactId, ...change }, once);
    return undoOf(fields, before);
  });

  part('rhythm/never', 'rhythm', AT, async ({ client, fields, once }, contactId) => {
    const before = await contactOf(client, contactId);
    await client.call('update_contact', { contactId, never_keep_in_touch: true }, once);
    return undoOf(fields, before);
  });

  part('rhythm/back', 'rhythm', AT, async ({ client, fields, once }, contactId) => {
    const was = readOpened(fields.get('was'));
    const change = {
      frequency: was.frequency || null,
      next_reminder_at: was.next || null,
      last_seen_at: was.seen || null,
      never_keep_in_touch: was.never === 'on',
    };
    await client.call('update_contact', { contactId, ...change }, once);
    return undefined;
  });
}

const contactOf = async (client: Client, contactId: string): Promise<Contact> =>
  (await client.call('get_contact', { contactId })).data.contact;

const typedRhythm = (fields: URLSearchParams): Values =>
  Object.fromEntries(['frequency', 'next', 'never'].map((name) => [name, asTyped(fields.get(name))]));

/** Values for Undo, as the page showed them. A second click finds the contact already changed. */
const undoOf = (fields: URLSearchParams, before: Contact): WasDone => ({
  done: 'rhythm',
  was: fields.get('was') ?? rhythmBefore(before),
});
