import type { Values } from '../../edit/merge.ts';
import { Field, type FieldErrors } from '../../layout/fields.tsx';
import type { PageContent } from '../../layout/page.tsx';
import { KeyField, Section } from '../../layout/parts.tsx';
import type { Person } from '../../services/services.ts';
import { NEW as WORDS } from '../../words/new.ts';
import { type Choice, Composer } from '../records/composer.tsx';

interface Shown {
  person: Person;
  choice: Choice;
  /** The place that a script replaces, if the form was on another page. */
  place?: string | undefined;
  /** The page to return to; empty for the person's. */
  back: string;
  values: Values;
  errors?: FieldErrors;
  /** A person whose form was refused. */
  added?: { values: Values; errors: FieldErrors };
}

/** Adds a note about people, or a person. */
export function newPage({ person, choice, place, back, values, errors, added }: Shown): PageContent {
  const [only] = choice.chosen.length === 1 ? choice.chosen : [];
  // On another page's row, the people are those of the row.
  const about = place ? { ids: choice.chosen.map(({ id }) => id), id: `${only?.id ?? ''}-` } : { choice };
  return {
    title: WORDS.title,
    email: person.email,
    here: '/new',
    main: (
      <>
        <h1>{WORDS.title}</h1>
        <Section id="add-note" title={only ? WORDS.noteWith(only.name) : WORDS.note}>
          <Composer {...about} {...{ place, back, values, errors }} hasFocus={added === undefined} />
        </Section>
        <Section id="add" title={WORDS.person}>
          <form class="question" method="post" action="/new" autocomplete="off">
            <KeyField />
            <Field
              {...{ name: 'name', label: WORDS.name, value: added?.values.name, error: added?.errors.name }}
              {...{ hint: WORDS.nameHint, maxlength: 500 }}
            />
            <div class="pair">
              <Field
                {...{ name: 'email', label: WORDS.email, value: added?.values.email, error: added?.errors.email }}
                {...{ type: 'email', maxlength: 500 }}
              />
              <Field
                {...{ name: 'phone', label: WORDS.phone, value: added?.values.phone, error: added?.errors.phone }}
                {...{ type: 'tel', maxlength: 100 }}
              />
            </div>
            <div>
              <button class="primary" type="submit">
                {WORDS.add}
              </button>
            </div>
          </form>
        </Section>
      </>
    ),
  };
}
