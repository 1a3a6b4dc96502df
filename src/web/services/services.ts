import type { Client } from '../../client/client.ts';
import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { ConsentRequest, PasskeyError } from '../../contract/sign-in.ts';
import type { AccountsServices } from './accounts.ts';
import type { ImportServices } from './import.ts';
import type { Person } from './person.ts';
import type { SettingsServices } from './settings.ts';

export type { Person };

type Duplicate = DataOf<Operations['find_duplicate_contacts']>['duplicates'][number];

// The functions of kith that the web app uses. They are injected, and src/web never accesses the store.

/** A signed-in user. */
export interface SignedIn {
  sessionId: string;
  person: Person;
  /** Whether they signed in during the last minutes. */
  isFresh: boolean;
  /** Whether the session token is due for renewal. */
  isStale: boolean;
  /** The operations of the contract, for this user. */
  client: Client;
  /** Some certain duplicates, which are found long before all contacts are compared. */
  firstDuplicates(): Promise<Omit<Duplicate, 'contacts'>[]>;
}

/** The origin of a request. */
export interface Visitor {
  address: string | undefined;
  /** The user agent. */
  browser: string;
}

/** The reason a one-time link is rejected. */
export type LinkTrouble = 'used' | 'over';

/** The reason a self-hosted provider's response is rejected. `email` is the one that no user has. */
export interface ProviderTrouble {
  trouble: 'late' | 'declined' | 'wrong' | 'unreachable' | 'unverified' | 'unknown';
  email?: string;
}

/** Sign-in with an OpenID provider. */
export interface ProviderSignIn {
  /** The provider's display name. */
  host: string;
  /** The provider's URL to open, and the state to store in a cookie. */
  begin(to: string, visitor: Visitor): Promise<{ url: string; state: string } | ProviderTrouble>;
  /** Completes a sign-in. Returns the token of a new session and the next page. */
  finish(
    brought: URLSearchParams,
    kept: string | undefined,
    visitor: Visitor,
  ): Promise<{ token: string; to: string } | ProviderTrouble>;
}

export interface WebServices {
  /** The base URL of the web app, without a trailing slash. */
  origin: string;
  /** Whether the web app is for the local user only, who gets a new link at each start. */
  isLocal: boolean;
  /** The user that a request's cookie signs in. */
  sessionOf(request: Request, visitor: Visitor): Promise<SignedIn | undefined>;
  /** Whether kith issued a request's cookie. Its session may be over. Needs no database read. */
  hadSession(request: Request): boolean;
  /** A new token for a request's session. Undefined if another request was first. */
  renew(request: Request, signedIn: SignedIn): Promise<string | undefined>;
  links: {
    /** The user of a link, without using it. */
    look(token: string): Promise<Person | LinkTrouble>;
    /** Uses a link. Returns the token of a new session. */
    use(token: string, visitor: Visitor): Promise<{ token: string } | LinkTrouble>;
  };
  passkeys: {
    /** The options of a passkey request, as JSON. */
    optionsToAdd(person: Person): Promise<object>;
    add(person: Person, response: unknown, name: string, visitor: Visitor): Promise<PasskeyError | undefined>;
    optionsToSignIn(): Promise<object>;
    signIn(response: unknown, visitor: Visitor): Promise<{ token: string } | PasskeyError>;
  };
  /** Undefined if there is none. */
  provider: ProviderSignIn | undefined;
  hosts: {
    /** The authorization request of this browser, identified by its cookies. Undefined if it expired. */
    askedFor(cookies: string, uid: string): Promise<ConsentRequest | undefined>;
    /** The path to redirect to. Throws 404 if the request expired. */
    allow(cookies: string, uid: string, userId: string, scopes: Scope[]): Promise<string>;
    deny(cookies: string, uid: string): Promise<string>;
  };
  settings: SettingsServices;
  accounts: AccountsServices;
  /** Loaded on first use. */
  imports(): Promise<ImportServices>;
  /** Logs a request that failed with an internal error. Returns the id of the log entry. */
  onFault(error: unknown): string;
}
