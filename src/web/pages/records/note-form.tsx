import { MEETING_TYPES } from '../../../contract/note.ts';
import type { Conflict, Values } from '../../edit/merge.ts';
import { Field, type FieldErrors, LongField, SelectField } from '../../layout/fields.tsx';
import type { PageContent } from '../../layout/page.tsx';
import { KeyField, OneButton, personPath } from '../../layout/parts.tsx';
import type { Person } from '../../services/services.ts';
import { Conflicts } from './conflicts.tsx';

const WORDS = {
  title: 'Edit note',
  note: 'What happened?',
  meeting_type: 'Kind',
  day: 'Day',
  save: 'Save',
  cancel: 'Cancel',
  remove: 'Delete note',
};

const KINDS: [string, string][] = [
  ['', '–'],
  ...MEETING_TYPES.filter((type) => type !== 'note').map((type): [string, string] => [type, type]),
];

interface FieldsProps {
  values: Values;
  errors?: FieldErrors | undefined;
  isNew?: boolean;
  /** Prefix of the ids, for a page with several forms. */
  id?: string;
}

/** Text, type, and date of a note. */
export const NoteFields = ({ values, errors = {}, isNew, id = '' }: FieldsProps) => (
  <>
    <LongField
      id={`${id}note`}
      name="note"
      label={WORDS.note}
      unseen
      value={values.note}
      rows={3}
      required={isNew}
      placeholder={WORDS.note}
      error={errors.note}
      data-key="n"
      data-saves
    />
    <div class="pair">
      <SelectField
        {...{ id: `${id}meeting_type`, name: 'meeting_type', label: WORDS.meeting_type, value: values.meeting_type }}
        {...{ error: errors.meeting_type, options: KINDS }}
      />
      <Field
        {...{ id: `${id}day`, name: 'day', label: WORDS.day, value: values.day, type: 'date' }}
        error={errors.day}
      />
    </div>
  </>
);

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
          <NoteFields values={values} />
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
