import type { Client } from '../../client/client.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { ConsentRequest, PasskeyError } from '../../contract/sign-in.ts';
import type { AccountsServices } from './accounts.ts';
import type { ImportServices } from './import.ts';
import type { Person } from './person.ts';
import type { SettingsServices } from './settings.ts';

export type { Person };

// What the pages need of kith, as plain functions: they are handed in, and src/web never touches the store.

/** Somebody who is signed in. */
export interface SignedIn {
  sessionId: string;
  person: Person;
  /** They showed who they are in the last minutes. */
  isFresh: boolean;
  /** The token of its cookie has grown old. */
  isStale: boolean;
  /** The operations of the contract, for this person. */
  client: Client;
}

/** Where a request comes from. */
export interface Visitor {
  address: string | undefined;
  /** What the browser calls itself. */
  browser: string;
}

/** Why a one-time link does not sign anybody in. */
export type LinkTrouble = 'used' | 'over';

/** Why a provider of one's own signs nobody in; `email` is the one that no user has. */
export interface ProviderTrouble {
  trouble: 'late' | 'declined' | 'wrong' | 'unreachable' | 'unverified' | 'unknown';
  email?: string;
}

/** Signing in with an OpenID provider of one's own. */
export interface ProviderSignIn {
  /** By which people know the provider. */
  host: string;
  /** Where the browser goes, and the state that it has to keep. */
  begin(to: string, visitor: Visitor): Promise<{ url: string; state: string } | ProviderTrouble>;
  /** Takes what the browser brought back: the token of a new session, and where it goes on to. */
  finish(
    brought: URLSearchParams,
    kept: string | undefined,
    visitor: Visitor,
  ): Promise<{ token: string; to: string } | ProviderTrouble>;
}

export interface WebServices {
  /** Where people reach the pages, without a slash at its end. */
  origin: string;
  /** They are for the local user alone, who gets a new link at each start. */
  isLocal: boolean;
  /** Whom the cookie of a request signs in. */
  sessionOf(request: Request, visitor: Visitor): Promise<SignedIn | undefined>;
  /** Whether kith issued a request's cookie. Its session may be over. Needs no database read. */
  hadSession(request: Request): boolean;
  /** A new token for the session of a request; undefined where another request was first. */
  renew(request: Request, signedIn: SignedIn): Promise<string | undefined>;
  links: {
    /** Whose link it is, without using it. */
    look(token: string): Promise<Person | LinkTrouble>;
    /** Uses it: the token of a new session. */
    use(token: string, visitor: Visitor): Promise<{ token: string } | LinkTrouble>;
  };
  passkeys: {
    /** The question to a browser, as JSON. */
    optionsToAdd(person: Person): Promise<object>;
    add(person: Person, response: unknown, name: string, visitor: Visitor): Promise<PasskeyError | undefined>;
    optionsToSignIn(): Promise<object>;
    signIn(response: unknown, visitor: Visitor): Promise<{ token: string } | PasskeyError>;
  };
  /** Undefined where there is none. */
  provider: ProviderSignIn | undefined;
  hosts: {
    /** What is asked for in this browser, which shows by its cookies; undefined where that is over. */
    askedFor(cookies: string, uid: string): Promise<ConsentRequest | undefined>;
    /** The path where the browser goes on. Throws 404 where the question is over. */
    allow(cookies: string, uid: string, userId: string, scopes: Scope[]): Promise<string>;
    deny(cookies: string, uid: string): Promise<string>;
  };
  settings: SettingsServices;
  accounts: AccountsServices;
  /** Loaded when it is first needed. */
  imports(): Promise<ImportServices>;
  /** Told of a request whose answer fails by a fault of ours; gives the id that the log has it under. */
  onFault(error: unknown): string;
}
