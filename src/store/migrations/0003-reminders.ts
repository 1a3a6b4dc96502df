/**
 * The columns that reminders recur from and sort by, and ways to find merge records by age. No reminder could be written
 * before, so the defaults fill no row.
 */
export const reminders = (): string[] => [
  `alter table reminders add column anchor text not null default ''`,
  `alter table reminders add column due_at text not null default ''`,
  'create index reminders_due on reminders (user_id, due_at, id)',
  'create index reminders_next on reminders (user_id, next_occurrence_at, id) where next_occurrence_at is not null',
  'drop index reminders_contacts_contact',
  'create index reminders_contacts_contact on reminders_contacts (user_id, contact_id, reminder_id)',
  'create index timeline_items_reminder on timeline_items (user_id, reminder_id) where reminder_id is not null',
  'create index merges_age on merges (user_id, created_at)',
];
