import type { ColumnTypes } from './column-types.ts';

/** Notes and reminders. */
export const notes = ({ strict }: ColumnTypes): string[] => [
  `create table timeline_items (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, workspace_id text, audience text not null, note text, custom_emoji text, meeting_type text,
    event_time text not null, created_at text not null,
    google_calendar_event_id_v3 text, oauth_credential_id text,
    calendar_account_email text, calendar_account_provider text,
    reminder_id text, channels text not null, attachments text not null,
    primary key (user_id, id)
  ) ${strict}`,
  'create index timeline_items_time on timeline_items (user_id, event_time, id)',
  'create index timeline_items_reminder on timeline_items (user_id, reminder_id) where reminder_id is not null',
  `create table timeline_items_contacts (
    user_id text not null, timeline_item_id text not null, contact_id text not null,
    is_origin integer not null default 0, event_time text not null,
    primary key (user_id, timeline_item_id, contact_id),
    foreign key (user_id, timeline_item_id) references timeline_items (user_id, id) on delete cascade,
    foreign key (user_id, contact_id) references contacts (user_id, id) on delete cascade
  ) ${strict}`,
  'create index timeline_items_contacts_time on timeline_items_contacts (user_id, contact_id, event_time, timeline_item_id)',

  `create table reminders (
    user_id text not null references users (user_id) on delete cascade,
    id text not null, workspace_id text, assignee_id text, text text,
    due_at_date text, due_at_time text, is_complete integer not null default 0,
    email_sent integer not null default 0, push_notification_sent integer not null default 0,
    recurrence text, last_completed_at text, next_occurrence_at text, created_at text not null, anchor text not null default '', due_at text not null default '',
    primary key (user_id, id)
  ) ${strict}`,
  'create index reminders_due on reminders (user_id, due_at, id)',
  'create index reminders_next on reminders (user_id, next_occurrence_at, id) where next_occurrence_at is not null',
  `create table reminders_contacts (
    user_id text not null, reminder_id text not null, contact_id text not null,
    primary key (user_id, reminder_id, contact_id),
    foreign key (user_id, reminder_id) references reminders (user_id, id) on delete cascade,
    foreign key (user_id, contact_id) references contacts (user_id, id) on delete cascade
  ) ${strict}`,
  'create index reminders_contacts_contact on reminders_contacts (user_id, contact_id, reminder_id)',
];
