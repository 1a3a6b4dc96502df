import type { Conflict, Values } from '../../edit/merge.ts';
import { Field, LongField, SelectField } from '../../layout/fields.tsx';
import type { PageContent } from '../../layout/page.tsx';
import { KeyField, OneButton, personPath } from '../../layout/parts.tsx';
import type { Person } from '../../services/services.ts';
import { EDIT_NOTE as WORDS } from '../../words/notes.ts';
import { Conflicts } from './conflicts.tsx';

interface Shown {
  person: Person;
  contactId: string;
  noteId: string;
  opened: Values;
  values: Values;
  conflicts?: Conflict[];
  refused?: string | undefined;
}

/** A note, with forms to edit and delete it. */
export function editNotePage({
  person,
  contactId,
  noteId,
  opened,
  values,
  conflicts = [],
  refused,
}: Shown): PageContent {
  const path = `${personPath(contactId)}/notes/${noteId}`;
  return {
    title: WORDS.title,
    email: person.email,
    here: '/people',
    message: refused === undefined ? undefined : { kind: 'danger', text: refused },
    main: (
      <>
        <h1>{WORDS.title}</h1>
        <form class="question" method="post" action={path}>
          <KeyField />
          <input type="hidden" name="opened" value={JSON.stringify(opened)} />
          <Conflicts conflicts={conflicts} titleOf={(name) => WORDS[name as 'note' | 'day' | 'meeting_type'] ?? name} />
          <LongField name="note" label={WORDS.note} value={values.note} rows={6} data-saves />
          <div class="pair">
            <SelectField
              {...{ name: 'meeting_type', label: WORDS.meeting_type, value: values.meeting_type }}
              options={Object.entries(WORDS.types)}
            />
            <Field name="day" label={WORDS.day} value={values.day} type="date" />
          </div>
          <div class="actions">
            <button class="primary" type="submit">
              {WORDS.save}
            </button>
            <a class="button" href={`${personPath(contactId)}#timeline`}>
              {WORDS.cancel}
            </a>
          </div>
        </form>
        <OneButton action={`${path}/delete`} kind="danger">
          {WORDS.remove}
        </OneButton>
      </>
    ),
  };
}
