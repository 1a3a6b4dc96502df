import type { ACCOUNT_PROVIDERS, ACCOUNT_STATES } from '../contract/agenda.ts';

/** A connected account of mail or calendars. */
export interface AccountRow {
  user_id: string;
  id: string;
  provider: (typeof ACCOUNT_PROVIDERS)[number];
  /** The address of the account, lower-cased; of a calendar by address its name. */
  email: string;
  status: (typeof ACCOUNT_STATES)[number];
  /** JSON list of what the granted scopes allow. */
  capabilities: string;
  /** JSON: by the provider's id of a calendar, whether its events count. */
  choices: string;
  /** The tokens, or the secret address of a calendar. */
  sealed: string;
  /** Counts up with every change of the tokens, so that a late refresh notices that it is late. */
  version: number;
  /** The process that is refreshing the tokens, and until when the others wait for it. */
  refresh_mark: string | null;
  refresh_until: string | null;
  created_at: string;
  updated_at: string;
}

/** Who was mailed and met by an account. */
export interface ContactCountRow {
  user_id: string;
  /** Of the connected account. */
  id: string;
  /** Null until the first count. */
  counted_until: string | null;
  /** See src/service/last-contact/counts.ts. */
  sealed: string;
  created_at: string;
}

export interface AccountTables {
  connected_accounts: AccountRow;
  contact_counts: ContactCountRow;
  /** An address that is not to be offered until then, or never where that is null. */
  dismissed_offers: { user_id: string; id: string; sealed: string; until: string | null };
}
