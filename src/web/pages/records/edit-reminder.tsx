import type { Conflict, Values } from '../../edit/merge.ts';
import { Field, LongField, SelectField } from '../../layout/fields.tsx';
import type { PageContent } from '../../layout/page.tsx';
import { KeyField, OneButton, PersonLink } from '../../layout/parts.tsx';
import type { Person } from '../../services/services.ts';
import { repeatOptions } from '../../words/frequencies.ts';
import { EDIT_REMINDER as WORDS } from '../../words/reminders.ts';
import { Conflicts } from './conflicts.tsx';

interface Shown {
  person: Person;
  reminder: { id: string };
  people: { id: string; name: string | undefined }[];
  /** The page that its form leads back to. */
  back: string;
  opened: Values;
  values: Values;
  conflicts?: Conflict[];
  refused?: string | undefined;
}

/** One reminder, to change or delete. */
export function editReminderPage(shown: Shown): PageContent {
  const { person, reminder, people, back, opened, values, conflicts = [], refused } = shown;
  const path = `/reminders/${reminder.id}`;
  return {
    title: WORDS.title,
    email: person.email,
    message: refused === undefined ? undefined : { kind: 'danger', text: refused },
    main: (
      <>
        <header>
          <h1>{WORDS.title}</h1>
          {people.length > 0 && (
            <p class="quiet">
              {WORDS.about}{' '}
              {people.map((one, index) => (
                <>
                  {index > 0 && ', '}
                  <PersonLink {...one} />
                </>
              ))}
            </p>
          )}
        </header>
        <form class="question" method="post" action={path}>
          <KeyField />
          <input type="hidden" name="opened" value={JSON.stringify(opened)} />
          <input type="hidden" name="back" value={back} />
          <Conflicts conflicts={conflicts} titleOf={(name) => WORDS[name as 'text'] ?? name} />
          <LongField name="text" label={WORDS.text} value={values.text} rows={2} required />
          <div class="pair">
            <Field name="day" label={WORDS.day} value={values.day} type="date" required />
            <Field name="time" label={WORDS.time} value={values.time} type="time" hint={WORDS.timeHint} />
            <SelectField
              name="recurrence"
              label={WORDS.recurrence}
              value={values.recurrence}
              options={repeatOptions(values.recurrence)}
            />
          </div>
          <div class="actions">
            <button class="primary" type="submit">
              {WORDS.save}
            </button>
            <a class="button" href={back}>
              {WORDS.cancel}
            </a>
          </div>
        </form>
        <OneButton action={`${path}/delete`} fields={{ back }} kind="danger">
          {WORDS.remove}
        </OneButton>
      </>
    ),
  };
}
