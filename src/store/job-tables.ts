/** Something that runs by the clock: see `src/service/jobs/`. */
export interface JobRow {
  user_id: string;
  kind: string;
  /** Tells the jobs of one kind apart, such as the account that is synced. */
  id: string;
  due_at: string;
  /** Counts up with every plan, so that a run notices that another was made meanwhile. */
  plans: number;
  /** The run that has it, and until when the others leave it alone. */
  lease_mark: string | null;
  lease_until: string | null;
  /** Runs begun since the last one that went well. */
  tries: number;
  /** Why the last run failed, in words without content. */
  last_error: string | null;
}

/** The morning message of a person, and reminders at their time. */
export interface MessagesRow {
  user_id: string;
  is_on: 0 | 1;
  /** `07:00`, by the clocks of the user's time zone. */
  at_time: string;
  with_reminders: 0 | 1;
  /** Also sent on days with nothing to say. */
  when_empty: 0 | 1;
  /** The channel, with its address and secrets. */
  sealed: string;
  /** When it was set so: the first message comes after. */
  begins_at: string;
  /** The day whose message was the last to be dealt with. */
  sent_day: string | null;
  /** The last reminder that was dealt with, by when it was due and its id. */
  reminders_at: string;
  reminders_id: string;
  outcome: 'sent' | 'nothing' | 'failed' | null;
  outcome_at: string | null;
  /** Why it failed; holds no content. */
  outcome_words: string | null;
  tested_at: string | null;
}

export interface JobTables {
  jobs: JobRow;
  messages: MessagesRow;
}
