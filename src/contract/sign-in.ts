import type { Scope } from './scopes.ts';

// What signing in tells the pages, which may not know the service.

/** What a host asks a person for. */
export interface AskedFor {
  /** What it calls itself; nobody checks it. */
  name: string;
  /** The host that its document is at; undefined for one that registered itself. */
  knownAs: string | undefined;
  /** The host, or the scheme of a program, that the answer is sent to. */
  sentTo: string;
  /** The same as a source that the policy of a page knows. */
  leadsTo: string;
  /** Whether that is a program on the person's own machine. */
  isOnThisMachine: boolean;
  scopes: Scope[];
}

/** Why kith cannot read an app's client metadata document. */
export interface DocumentTrouble {
  /** Host of the document's URL. */
  host: string;
  /** In order: no answer; an error; a forbidden address; an invalid document; kith fetches no documents. */
  reason: 'unreachable' | 'refused' | 'private' | 'invalid' | 'off';
  /** The response's status, or the problem. */
  detail?: string;
}

/** The problem with an app's request. */
export interface HostTrouble {
  error: string;
  description?: string | undefined;
  /** URL that reports the problem to the app. It may belong to anyone, so the person decides whether to go there. */
  backTo?: URL | undefined;
  document?: DocumentTrouble | undefined;
}

/**
 * Why a passkey does not do: its question was not asked here, is answered or too old; nobody here has it (any more); or
 * what it says is not right.
 */
export type PasskeyTrouble = 'late' | 'unknown' | 'wrong';
