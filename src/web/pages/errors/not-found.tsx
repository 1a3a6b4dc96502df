import type { Operations } from '../../../contract/operations.ts';
import type { DataOf } from '../../../contract/schema/operation.ts';
import type { PageContent } from '../../layout/page.tsx';
import { DayOf, NAMELESS, OneButton, personPath } from '../../layout/parts.tsx';
import type { Person } from '../../services/services.ts';
import { ERRORS, DELETED_PERSON as WORDS } from '../../words/errors.ts';

/** Shown for a person in the trash. */
export function gonePage(
  person: Person,
  { id, name, expires_at }: DataOf<Operations['list_trash']>['items'][number],
): PageContent {
  const title = WORDS.title(name || NAMELESS);
  return {
    title,
    email: person.email,
    here: '/people',
    width: 'narrow',
    main: (
      <section class="card">
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <p role="status">
          {WORDS.until} <DayOf at={expires_at} zone={person.time_zone} />.
        </p>
        <div class="actions">
          <OneButton action={`${personPath(id)}/restore`} kind="primary">
            {WORDS.restore}
          </OneButton>
          <a class="button" href="/people">
            {ERRORS.people}
          </a>
        </div>
      </section>
    ),
  };
}
