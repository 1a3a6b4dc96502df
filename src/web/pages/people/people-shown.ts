import type { FieldErrors } from '../../layout/fields.tsx';
import type { Message } from '../../layout/page.tsx';
import type { Found, NoteMatch, View } from '../../people/find.ts';
import type { Search } from '../../people/search.ts';
import type { Person } from '../../services/services.ts';
import type { Choices } from './people-filter.tsx';

export interface PeopleShown {
  person: Person;
  today: string;
  search: Search;
  /** Names of the records that the search refers to by id. */
  names: ReadonlyMap<string, string>;
  /** Undefined if only the filter form is shown. */
  found?: Found | undefined;
  /** How many people the search finds, if that was counted. */
  count?: number | undefined;
  /** Notes and other records that match the words. */
  inNotes?: NoteMatch[];
  views: View[];
  view?: { view: View; isChanged: boolean } | undefined;
  /** The form that adds conditions, if it is open. */
  panel?: { choices: Choices; typed?: { values: URLSearchParams; errors: FieldErrors } | undefined } | undefined;
  /** A name that was refused, with the reason. */
  refused?: { form: 'add' | 'view'; name: string; text: string } | undefined;
  message?: Message | undefined;
}
