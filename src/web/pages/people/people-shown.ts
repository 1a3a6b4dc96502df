import type { FieldErrors } from '../../layout/fields.tsx';
import type { Message } from '../../layout/page.tsx';
import type { Found, View } from '../../people/find.ts';
import type { Search } from '../../people/search.ts';
import type { Person } from '../../services/services.ts';
import type { Choices } from './people-filter.tsx';

export interface PeopleShown {
  person: Person;
  today: string;
  search: Search;
  /** What the search names by id. */
  names: ReadonlyMap<string, string>;
  /** Undefined where the form alone is shown. */
  found?: Found | undefined;
  views: View[];
  view?: { view: View; isChanged: boolean } | undefined;
  /** The form that adds conditions, where it is open. */
  panel?: { choices: Choices; typed?: { values: URLSearchParams; errors: FieldErrors } | undefined } | undefined;
  /** A name that was typed and could not be taken, with why. */
  refused?: { form: 'add' | 'view'; name: string; text: string } | undefined;
  message?: Message | undefined;
}
