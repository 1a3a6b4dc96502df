import type { ACCOUNT_PROVIDERS, ACCOUNT_STATES } from '../contract/agenda.ts';

/** A connected mail or calendar account. */
export interface AccountRow {
  user_id: string;
  id: string;
  provider: (typeof ACCOUNT_PROVIDERS)[number];
  /** The account's email address in lower case or, for a calendar added by URL, its name. */
  email: string;
  status: (typeof ACCOUNT_STATES)[number];
  /** JSON list of the capabilities that the granted scopes allow. */
  capabilities: string;
  /** JSON: whether a calendar's events count, by the provider's calendar id. */
  choices: string;
  /** OAuth tokens, or the secret URL of a calendar. */
  sealed: string;
  /** Incremented with every change of the tokens, so that a late refresh is detected. */
  version: number;
  /** The process that is refreshing the tokens, and how long the others wait for it. */
  refresh_mark: string | null;
  refresh_until: string | null;
  created_at: string;
  updated_at: string;
}

/** An account's mail and meeting counts per contact. */
export interface ContactCountRow {
  user_id: string;
  /** Id of the connected account. */
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
  /** An address not to suggest until `until`, or never if `until` is null. */
  dismissed_offers: { user_id: string; id: string; sealed: string; until: string | null };
}
