import type { AccountRow } from '../../store/account-tables.ts';

export type Provider = AccountRow['provider'];

export type Capability = 'read_email' | 'read_calendar' | 'write_calendar';

/** A connected account without its tokens. */
export interface Account {
  userId: string;
  id: string;
  provider: Provider;
  email: string;
  status: AccountRow['status'];
  capabilities: Capability[];
  /** Whether a calendar's events count, by the provider's calendar id. For others the calendar's kind decides. */
  choices: Readonly<Record<string, boolean>>;
}
