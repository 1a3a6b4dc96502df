/** A credential of WebAuthn, by which a person signs in. */
export interface PasskeyRow {
  user_id: string;
  /** The credential's id, base64url. */
  id: string;
  /** What the person calls it. */
  name: string;
  /** COSE, base64url. */
  public_key: string;
  counter: number;
  /** JSON: how the browser reaches the authenticator. */
  transports: string;
  created_at: string;
  last_used_at: string | null;
}

/** A browser that is signed in. Its cookie is not stored, only what it is looked up by. */
export interface SessionRow {
  user_id: string;
  id: string;
  lookup: string;
  /** What the browser called itself when it signed in. */
  browser: string;
  created_at: string;
  /** When its cookie was made; it gets a new one from time to time. */
  renewed_at: string;
  /** At most some minutes old. */
  last_used_at: string;
  expires_at: string;
}

/** A host that a person let in; its id is that of the grant. */
export interface ConnectedHostRow {
  user_id: string;
  id: string;
  client_id: string;
  /** What the host calls itself. */
  name: string;
  /** The origin or scheme that authorization codes are sent back to. */
  sent_to: string;
  /** Separated by spaces. */
  scopes: string;
  created_at: string;
  /** At most some minutes old. */
  last_used_at: string | null;
}

/** A record that is found by a text which is not stored, and ends by itself. */
export interface SignInRecordRow {
  kind: string;
  lookup: string;
  sealed: string;
  user_id: string | null;
  /** The connected host that it belongs to. */
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
