import type { JobKinds } from './jobs/job-context.ts';

/** Handlers of scheduled jobs. */
export const JOB_KINDS: JobKinds = {
  'last-contact': async () => (await import('./jobs/count-contact.ts')).countDaily,
  'card-sync': async () => (await import('./card-sync.ts')).syncByClock,
  'morning-message': async () => (await import('./jobs/message-jobs.ts')).morningMessage,
  'reminder-messages': async () => (await import('./jobs/message-jobs.ts')).reminderMessages,
};
