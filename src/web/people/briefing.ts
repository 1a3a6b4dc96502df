import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import type { Contact } from '../edit/contact-values.ts';

export type Briefing = DataOf<Operations['get_briefing']>;

/** Photo, number, and address of people, by id. */
export type Details = Map<string, Contact>;
