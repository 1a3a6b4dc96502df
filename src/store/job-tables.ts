/** A scheduled job: see `src/service/jobs/`. */
export interface JobRow {
  user_id: string;
  kind: string;
  /** Distinguishes jobs of one kind, for example by the account to sync. */
  id: string;
  due_at: string;
  /** Incremented each time the job is scheduled, so that a run notices if it was rescheduled in the meantime. */
  plans: number;
  /** The run that holds the lease, and when the lease expires. */
  lease_mark: string | null;
  lease_until: string | null;
  /** Number of runs started since the last successful one. */
  tries: number;
  /** Why the last run failed, without user content. */
  last_error: string | null;
}

/** A user's settings for the morning message and for reminders at their time. */
export interface MessagesRow {
  user_id: string;
  is_on: 0 | 1;
  /** `07:00`, in the user's time zone. */
  at_time: string;
  with_reminders: 0 | 1;
  /** Whether to send the message even if there is nothing to report. */
  when_empty: 0 | 1;
  /** The channel with its address and secrets. */
  sealed: string;
  /** When this setting was made. Only later messages are sent. */
  begins_at: string;
  /** The day of the last processed morning message. */
  sent_day: string | null;
  /** Due time and id of the last processed reminder. */
  reminders_at: string;
  reminders_id: string;
  outcome: 'sent' | 'nothing' | 'failed' | null;
  outcome_at: string | null;
  /** Error without user content. */
  outcome_words: string | null;
  tested_at: string | null;
}

export interface JobTables {
  jobs: JobRow;
  messages: MessagesRow;
}
