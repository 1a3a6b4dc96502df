// Signing in at Google or Microsoft to connect an account, for the web app. It never sees tokens.

export const SIGN_IN_PROVIDERS = ['GOOGLE', 'OFFICE365'] as const;
export type SignInProvider = (typeof SIGN_IN_PROVIDERS)[number];

/** Where a person is signed in to connect an account. */
export interface OfferedProvider {
  provider: SignInProvider;
  /** Whether kith is registered with it. */
  isSet: boolean;
  /** What whoever runs kith sets for that. */
  settings: string[];
  /** The origin that the way there leads to. */
  leadsTo: string;
  /** Where a person takes back a permission that kith cannot. */
  byHand: string[];
}

export interface AccountsServices {
  /** What a provider is told to send people back to. */
  redirectUri: string;
  offered: OfferedProvider[];
  /** Begins a sign-in for this session alone: the address where the person goes on. Throws 400 where it is not set. */
  begin(session: { userId: string; sessionId: string }, provider: SignInProvider, write: boolean): Promise<string>;
  /**
   * Takes what the person brought back, once: the id of the connected account. Throws where it is not theirs, took too
   * long, or was refused.
   */
  finish(session: { userId: string; sessionId: string }, brought: URLSearchParams): Promise<string>;
}
