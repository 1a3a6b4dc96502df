// Signing in at Google or Microsoft to connect an account, for the web app. It never sees tokens.

export const SIGN_IN_PROVIDERS = ['GOOGLE', 'OFFICE365'] as const;
export type SignInProvider = (typeof SIGN_IN_PROVIDERS)[number];

/** A provider for connecting an account. */
export interface OfferedProvider {
  provider: SignInProvider;
  /** Whether kith is registered with the provider. */
  isSet: boolean;
  /** The setting that registers kith. */
  settings: string[];
  /** The origin of the provider's sign-in page. */
  leadsTo: string;
  /** The page where a user can revoke the access, if kith cannot. */
  byHand: string[];
}

export interface AccountsServices {
  /** The redirect URL. */
  redirectUri: string;
  offered: OfferedProvider[];
  /** Starts a sign-in for this session. Returns the URL to open. Throws 400 if the provider is not configured. */
  begin(session: { userId: string; sessionId: string }, provider: SignInProvider, write: boolean): Promise<string>;
  /**
   * Completes a sign-in, once. Returns the id of the connected account. Throws if the response belongs to another
   * session, is too late, or reports a refusal.
   */
  finish(session: { userId: string; sessionId: string }, brought: URLSearchParams): Promise<string>;
}
