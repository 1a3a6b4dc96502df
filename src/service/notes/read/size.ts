import { bytesOf, omissionWarning, type Sizes } from '../../common/answer-size.ts';
import { sizesOfLinked } from '../../contact-rows/size.ts';
import type { Context } from '../../runtime/context.ts';

/** Response sizes of notes in bytes, with or without full contacts. */
export const sizesOfNotes = (context: Context, withContacts: boolean): Sizes =>
  sizesOfLinked(context, {
    table: 'timeline_items',
    links: 'timeline_items_contacts',
    column: 'timeline_item_id',
    withContacts,
    bytes: 700,
    linkBytes: 135,
    texts: bytesOf(['record.note', 'record.attachments']),
    cutWarning: (maxRows) =>
      omissionWarning(
        `Only the first ${maxRows} contacts of each note are returned in full`,
        'Use get_contact for the others.',
      ),
  });
