/** A WebAuthn credential that a user signs in with. */
export interface PasskeyRow {
  user_id: string;
  /** Credential id, base64url. */
  id: string;
  /** Name given by the user. */
  name: string;
  /** COSE key, base64url. */
  public_key: string;
  counter: number;
  /** JSON: how the browser can reach the authenticator. */
  transports: string;
  created_at: string;
  last_used_at: string | null;
}

/** A signed-in browser. Only the lookup value of its cookie is stored. */
export interface SessionRow {
  user_id: string;
  id: string;
  lookup: string;
  /** The browser's name for itself at sign-in. */
  browser: string;
  created_at: string;
  /** When its cookie was issued. Cookies are renewed from time to time. */
  renewed_at: string;
  /** Up to a few minutes out of date. */
  last_used_at: string;
  expires_at: string;
}

/** A connected app that the user authorized. Its id is the grant's id. */
export interface ConnectedHostRow {
  user_id: string;
  id: string;
  client_id: string;
  /** The app's name for itself. */
  name: string;
  /** Origin or scheme of the redirect URL that authorization codes are sent to. */
  sent_to: string;
  /** Space-separated. */
  scopes: string;
  created_at: string;
  /** Up to a few minutes out of date. */
  last_used_at: string | null;
}

/** A record that expires. The string that it is looked up by is not stored. */
export interface SignInRecordRow {
  kind: string;
  lookup: string;
  sealed: string;
  user_id: string | null;
  /** The connected app that it belongs to. */
  host_id: string | null;
  uid_lookup: string | null;
  consumed_at: string | null;
  expires_at: string;
}

export interface SignInTables {
  passkeys: PasskeyRow;
  sessions: SessionRow;
  connected_hosts: ConnectedHostRow;
  sign_in_records: SignInRecordRow;
}
