import type { AccountRow } from '../../store/account-tables.ts';

/** Where an account is. */
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
  /** By the provider's id of a calendar, whether its events count; a calendar that is not in it goes by its kind. */
  choices: Readonly<Record<string, boolean>>;
}
