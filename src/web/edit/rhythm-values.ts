import { dayIn } from '../../shared/zones.ts';
import type { Contact } from './contact-values.ts';
import type { Values } from './merge.ts';

/** Frequency and next reminder of a person, as form values. */
export const rhythmOf = (contact: Contact, zone: string): Values => ({
  frequency: contact.frequency ?? '',
  next: contact.next_reminder_at ? dayIn(zone, contact.next_reminder_at) : '',
  never: contact.never_keep_in_touch ? 'on' : '',
});

/** The same with exact times, for Undo. */
export const rhythmBefore = (contact: Contact): string =>
  JSON.stringify({
    frequency: contact.frequency ?? '',
    next: contact.next_reminder_at ?? '',
    never: contact.never_keep_in_touch ? 'on' : '',
    seen: contact.last_seen_at ?? '',
  });
