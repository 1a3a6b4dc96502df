import type { Client } from '../../client/client.ts';
import type { IdKind } from '../../contract/schema/primitives.ts';
import { fold } from '../../shared/text/fold.ts';
import { sanitize } from '../../shared/text/sanitize.ts';

/** A name that stood in place of an id, and who or what was meant. */
export interface Meant {
  given: string;
  kind: IdKind;
  id: string;
  name: string;
}

/** Something that a name may mean, with what tells it from others of that name. */
export interface Candidate {
  id: string;
  name: string;
  [about: string]: unknown;
}

/** What a look-up of one name found. */
export interface Found {
  matches: Candidate[];
  /** The nearest names there are, where none matches. */
  nearest?: Candidate[];
  /** All there are, where they are few and none comes near. */
  all?: Candidate[];
  /** The name is but the end of a phone number. */
  inPart?: boolean;
  /** There may be more matches: too many contacts come near for all to be looked at. */
  unsure?: boolean;
}

/** A name in place of an id, and the arguments that it stands in. Equal names of one kind are one. */
export interface Name {
  kind: IdKind;
  given: string;
  fields: string[];
}

export interface LookUp {
  client: Client;
  signal: AbortSignal | undefined;
}

/** A name as people see it: a reply tells it without its hidden characters. */
export const asCompared = (name: string): string => fold(sanitize(name));
