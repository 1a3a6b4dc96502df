import { bytesOf, omissionWarning, type Sizes } from '../common/answer-size.ts';
import { sizesOfLinked } from '../contact-rows/size.ts';
import type { Context } from '../runtime/context.ts';

/** Measures reminders in an answer, with or without full contacts. */
export const sizesOfReminders = (context: Context, withContacts: boolean): Sizes =>
  sizesOfLinked(context, {
    table: 'reminders',
    links: 'reminders_contacts',
    column: 'reminder_id',
    withContacts,
    bytes: 600,
    linkBytes: 115,
    texts: bytesOf(['record.text']),
    cutWarning: (maxRows) =>
      omissionWarning(
        `Only the first ${maxRows} contacts of each reminder are returned in full`,
        'Use get_contact for the others.',
      ),
  });
