import type { ColumnTypes } from './types.ts';

/**
 * The morning message of each person, and reminders at their time. In the directory, beside the time zone and the jobs
 * that follow from it.
 */
export const messages = ({ strict }: ColumnTypes): string[] => [
  `create table messages (
    user_id text not null references users (user_id) on delete cascade,
    is_on integer not null, at_time text not null, with_reminders integer not null, when_empty integer not null,
    sealed text not null, begins_at text not null, sent_day text,
    reminders_at text not null, reminders_id text not null,
    outcome text, outcome_at text, outcome_words text, tested_at text,
    primary key (user_id)
  ) ${strict}`,
];
