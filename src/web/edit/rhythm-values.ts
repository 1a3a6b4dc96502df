import { dayIn } from '../../shared/zones.ts';
import type { Contact } from './contact-values.ts';
import type { Values } from './merge.ts';

/** When to be in touch with a person, as the form on their page says it. */
export const rhythmOf = (contact: Contact, zone: string): Values => ({
  frequency: contact.frequency ?? '',
  next: contact.next_reminder_at ? dayIn(zone, contact.next_reminder_at) : '',
  never: contact.never_keep_in_touch ? 'on' : '',
});

/** The same to the moment, as it is put back. */
export const rhythmBefore = (contact: Contact): string =>
  JSON.stringify({
    frequency: contact.frequency ?? '',
    next: contact.next_reminder_at ?? '',
    never: contact.never_keep_in_touch ? 'on' : '',
    seen: contact.last_seen_at ?? '',
  });
