import { knownValue } from '../../../contract/archive-rows.ts';
import type { Operations } from '../../../contract/operations.ts';
import type { DataOf } from '../../../contract/schema/operation.ts';
import { groupBy } from '../../../shared/lists.ts';
import { shouldYield, yieldToOthers } from '../../../shared/yield.ts';
import { storedJson } from '../../../store/json.ts';
import { ownRows } from '../../../store/own-rows.ts';
import type { NoteRow } from '../../../store/tables.ts';
import { contactsById } from '../../contact-rows/read.ts';
import type { Context } from '../../runtime/context.ts';
import { meetingTypeNamed } from './meeting-types.ts';

const LINK = ['timeline_item_id', 'contact_id', 'is_origin'] as const;

export type NoteView = DataOf<Operations['get_note']>['note'];

/**
 * Formats notes for the API, in the order of `rows`. With contact details, each link includes its contact. Only the
 * first `maxContacts` links per note do.
 */
export async function viewNotes(
  context: Context,
  rows: NoteRow[],
  withContacts = false,
  maxContacts = Number.POSITIVE_INFINITY,
): Promise<NoteView[]> {
  const { db, user } = context;
  if (rows.length === 0) return [];
  const links = await ownRows(db, user.user_id, 'timeline_items_contacts', LINK, {
    where: { timeline_item_id: rows.map(({ id }) => id) },
    orderBy: 'contact_id',
  });
  const ofNote = groupBy(links, (link) => link.timeline_item_id);
  const shown = [...ofNote.values()].flatMap((own) => own.slice(0, maxContacts).map(({ contact_id }) => contact_id));
  const contacts = withContacts ? await contactsById(context, shown) : undefined;
  const views: NoteView[] = [];
  for (const row of rows) {
    // Some notes have hundreds of links, so yield to other requests after reading and in between.
    if (shouldYield()) await yieldToOthers();
    const own = ofNote.get(row.id) ?? [];
    views.push(
      viewNote(
        row,
        own.map((link, index) => ({
          ...link,
          is_origin: link.is_origin === 1,
          ...(contacts && index < maxContacts && { contacts: contacts.get(link.contact_id) }),
        })),
      ),
    );
  }
  return views;
}

function viewNote(row: NoteRow, links: NoteView['timeline_items_contacts']): NoteView {
  const type = meetingTypeNamed(row.meeting_type);
  const provider = row.calendar_account_provider as NoteView['calendar_account_provider'];
  return {
    user_id: row.user_id,
    id: row.id,
    workspace_id: row.workspace_id,
    audience: row.audience,
    note: row.note,
    custom_emoji: row.custom_emoji,
    meeting_type: type?.name ?? null,
    event_time: row.event_time,
    created_at: row.created_at,
    google_calendar_event_id_v3: row.google_calendar_event_id_v3,
    oauth_credential_id: row.oauth_credential_id,
    calendar_account_email: row.calendar_account_email,
    calendar_account_provider: knownValue('timeline_items', 'calendar_account_provider', provider),
    reminder_id: row.reminder_id,
    channels: storedJson('timeline_items', 'channels', row.channels, []),
    attachments: storedJson('timeline_items', 'attachments', row.attachments, []),
    meeting_type_id: type?.id ?? null,
    meeting_types: type ?? null,
    timeline_items_contacts: links,
  };
}
