import type { Client } from '../../client/client.ts';
import type { IdKind } from '../../contract/schema/primitives.ts';
import { fold } from '../../shared/text/fold.ts';
import { sanitize } from '../../shared/text/sanitize.ts';

/** A name given instead of an id, and the record that it resolved to. */
export interface ResolvedName {
  given: string;
  kind: IdKind;
  id: string;
  name: string;
}

/** A record that a name may refer to, with details that distinguish it from others of that name. */
export interface NameCandidate {
  id: string;
  name: string;
  [about: string]: unknown;
}

/** Result of looking up one name. */
export interface NameMatch {
  matches: NameCandidate[];
  /** The nearest names if none matches. */
  nearest?: NameCandidate[];
  /** All records of the kind, if there are few and none is near. */
  all?: NameCandidate[];
  /** The value matches only the end of a phone number. */
  inPart?: boolean;
  /** There may be more matches: not every partial match was checked. */
  unsure?: boolean;
}

/** A name given instead of an id, and the arguments that contain it. Equal names of one kind are looked up once. */
export interface NameArgument {
  kind: IdKind;
  given: string;
  fields: string[];
}

export interface LookupContext {
  client: Client;
  signal: AbortSignal | undefined;
}

/** Normalized name for comparisons. Replies show names without hidden characters, so these are removed here too. */
export const asCompared = (name: string): string => fold(sanitize(name));
