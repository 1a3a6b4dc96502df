import { contactTitle } from '../../../client/contact-names.ts';
import { photoIdIn } from '../../../contract/photos.ts';
import type { Contact } from '../../edit/contact-values.ts';
import type { Values } from '../../edit/merge.ts';
import type { FieldErrors } from '../../layout/fields.tsx';
import type { Message, PageContent } from '../../layout/page.tsx';
import { KeyField, NAMELESS, OneButton, personPath, Section } from '../../layout/parts.tsx';
import type { readPerson } from '../../people/read-person.ts';
import { NoteFields } from '../records/note-form.tsx';
import { RemindersPart } from '../records/reminders.tsx';
import { About } from './about.tsx';
import { Labels } from './labels.tsx';
import { PhotoForm } from './photo.tsx';
import { RelationsPart } from './relations.tsx';
import { RhythmPart } from './rhythm.tsx';
import { Happened } from './timeline.tsx';

const WORDS = {
  archived: 'archived',
  edit: 'Edit',
  archive: 'Archive',
  unarchive: 'Bring back from the archive',
  remove: 'Delete',
  star: 'Star',
  photoOf: (name: string) => `Photo of ${name}`,
  note: { title: 'Write a note', button: 'Save the note', keys: 'Ctrl and Enter save it too.' },
  refused: 'Nothing is saved yet: see the field that is marked.',
};

/** The parts of the page that have a form. */
export type Part = 'write' | 'rhythm' | 'tags' | 'groups' | 'relations' | 'reminders' | 'photo';

interface Shown extends Awaited<ReturnType<typeof readPerson>> {
  message?: Message | undefined;
  /** What was typed into one of the forms and could not be taken, with why. */
  refused?: { form: Part; values: Values; errors: FieldErrors } | undefined;
}

/** Everything that is known of one person, and places for what is new. */
export function personPage(shown: Shown): PageContent {
  const { person, contact, timeline, history, today, message, refused } = shown;
  const typed = (form: Part) =>
    refused?.form === form ? { values: refused.values, errors: refused.errors } : { values: undefined };
  return {
    title: nameOf(contact),
    email: person.email,
    here: '/people',
    message: refused ? { kind: 'danger', text: WORDS.refused } : message,
    scripts: shown.relations.own.length > 0 ? ['graph.js'] : [],
    main: (
      <>
        <Head contact={contact} />
        <WriteNote contactId={contact.id} today={today} {...typed('write')} />
        <RhythmPart {...{ person, contact, today }} {...typed('rhythm')} />
        <About contact={contact} zone={person.time_zone} />
        <Labels part="tags" contact={contact} offered={shown.tags} {...typed('tags')} />
        <Labels part="groups" contact={contact} offered={shown.groups} {...typed('groups')} />
        <RelationsPart contact={contact} relations={shown.relations} {...typed('relations')} />
        <RemindersPart {...{ person, contact }} {...shown} {...typed('reminders')} />
        <Happened {...{ timeline, history }} contactId={contact.id} zone={person.time_zone} />
        <PhotoForm contact={contact} {...typed('photo')} />
      </>
    ),
  };
}

const nameOf = (contact: Contact): string => contactTitle(contact) ?? NAMELESS;

function Head({ contact }: { contact: Contact }) {
  const name = nameOf(contact);
  const work = [contact.job_title, contact.company].filter(Boolean).join(', ');
  const path = personPath(contact.id);
  const photo = photoIdIn(contact.image_url);
  return (
    <header class="person">
      {photo && <img class="photo" src={`${path}/photo/${photo}`} alt={WORDS.photoOf(name)} width="72" height="72" />}
      <div class="name">
        <h1>
          <bdi>{name}</bdi> {contact.is_archived && <span class="badge">{WORDS.archived}</span>}
        </h1>
        {work && (
          <p class="quiet">
            <bdi>{work}</bdi>
          </p>
        )}
      </div>
      <div class="actions">
        <form method="post" action={`${path}/${contact.starred ? 'unstar' : 'star'}`}>
          <KeyField />
          <button type="submit" aria-pressed={contact.starred ? 'true' : 'false'}>
            <span aria-hidden="true">{contact.starred ? '★' : '☆'}</span>
            {WORDS.star}
          </button>
        </form>
        <a class="button" href={`${path}/edit`} data-key="e">
          {WORDS.edit}
        </a>
        <OneButton action={`${path}/${contact.is_archived ? 'unarchive' : 'archive'}`}>
          {contact.is_archived ? WORDS.unarchive : WORDS.archive}
        </OneButton>
        <OneButton action={`${path}/delete`} kind="danger">
          {WORDS.remove}
        </OneButton>
      </div>
    </header>
  );
}

interface WriteProps {
  contactId: string;
  today: string;
  values?: Values | undefined;
  errors?: FieldErrors | undefined;
}

const WriteNote = ({ contactId, today, values, errors }: WriteProps) => (
  <Section id="write" title={WORDS.note.title}>
    <form class="question" method="post" action={`${personPath(contactId)}/notes`}>
      <KeyField />
      <NoteFields values={values ?? { day: today }} errors={errors} isNew />
      <div class="actions">
        <button class="primary" type="submit">
          {WORDS.note.button}
        </button>
        <span class="quiet small keys-hint">{WORDS.note.keys}</span>
      </div>
    </form>
  </Section>
);
