import type { Scope } from './scopes.ts';

// Types that the sign-in code passes to the web app's pages, which must not import the service.

/** A connected app's request for access. */
export interface ConsentRequest {
  /** Name that the app chose. It is not verified. */
  name: string;
  /** Host of the app's metadata document; undefined for an app that registered itself. */
  documentHost: string | undefined;
  /** Host of the redirect URL, or the scheme of a local program. */
  sentTo: string;
  /** The redirect target as a Content-Security-Policy source. */
  leadsTo: string;
  /** Whether the redirect target is a program on the user's computer. */
  isLocal: boolean;
  scopes: Scope[];
}

/** Why kith cannot read an app's client metadata document. */
export interface ClientDocumentError {
  /** Host of the document's URL. */
  host: string;
  /** In order: no answer; an error; a forbidden address; an invalid document; kith fetches no documents. */
  reason: 'unreachable' | 'refused' | 'private' | 'invalid' | 'off';
  /** The response's status, or the problem. */
  detail?: string;
}

/** The problem with an app's request. */
export interface AppRequestError {
  error: string;
  description?: string | undefined;
  /** URL that reports the problem to the app. It may belong to anyone, so the user decides whether to open it. */
  backTo?: URL | undefined;
  document?: ClientDocumentError | undefined;
}

/**
 * Why a passkey is rejected. `late`: the challenge is unknown, already used, or too old. `unknown`: no user has the
 * passkey. `wrong`: the response is invalid.
 */
export type PasskeyError = 'late' | 'unknown' | 'wrong';
