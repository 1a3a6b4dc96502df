import type { DataOf } from '../../contract/operation.ts';
import type { Operations } from '../../contract/operations.ts';
import { giveWay, isTimeToGiveWay } from '../../shared/give-way.ts';
import { groupBy } from '../../shared/lists.ts';
import { contactsById } from '../contacts/read.ts';
import type { Context } from '../runtime/context.ts';
import type { NoteRow } from '../store/tables.ts';
import { meetingTypeNamed } from './meeting-types.ts';

export type NoteView = DataOf<Operations['get_note']>['note'];

/** Notes as the API shows them, in the order of the rows; with contact details each link carries its contact. */
export async function viewNotes(context: Context, rows: NoteRow[], withContacts = false): Promise<NoteView[]> {
  const { db, user } = context;
  if (rows.length === 0) return [];
  const links = await db
    .selectFrom('timeline_items_contacts')
    .select(['timeline_item_id', 'contact_id', 'is_origin'])
    .where('user_id', '=', user.user_id)
    .where(
      'timeline_item_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('contact_id')
    .execute();
  const contacts = withContacts
    ? await contactsById(
        context,
        links.map(({ contact_id }) => contact_id),
      )
    : undefined;
  const ofNote = groupBy(links, (link) => link.timeline_item_id);
  const views: NoteView[] = [];
  for (const row of rows) {
    // Some notes have hundreds of links: others are served after reading them, and in between.
    if (isTimeToGiveWay()) await giveWay();
    const own = ofNote.get(row.id) ?? [];
    views.push(
      viewNote(
        row,
        own.map((link) => ({
          ...link,
          is_origin: link.is_origin === 1,
          ...(contacts && { contacts: contacts.get(link.contact_id) }),
        })),
      ),
    );
  }
  return views;
}

function viewNote(row: NoteRow, links: NoteView['timeline_items_contacts']): NoteView {
  const type = meetingTypeNamed(row.meeting_type);
  return {
    ...row,
    calendar_account_provider: row.calendar_account_provider as NoteView['calendar_account_provider'],
    meeting_type_id: type?.id ?? null,
    channels: JSON.parse(row.channels),
    meeting_types: type ?? null,
    timeline_items_contacts: links,
    attachments: JSON.parse(row.attachments),
  };
}
