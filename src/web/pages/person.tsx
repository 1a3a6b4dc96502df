import type { Child } from 'hono/jsx';
import { shownName } from '../../client/contact-names.ts';
import { readBirthday } from '../../contract/contact-fields.ts';
import type { DataOf } from '../../contract/operation.ts';
import type { Operations } from '../../contract/operations.ts';
import type { Values } from '../edit/merge.ts';
import type { Message, PageContent } from '../page.tsx';
import type { Person } from '../services.ts';
import { Field, SelectField } from './fields.tsx';
import { NoteFields } from './note-form.tsx';
import { Day, DayOf, KeyField, NAMELESS, OneButton, PersonLink, personPath, Section } from './parts.tsx';
import { SPANS, spanText } from './rhythms.ts';
import { ReminderRow } from './today.tsx';

type Contact = DataOf<Operations['get_contact']>['contact'];
type Reminder = DataOf<Operations['list_reminders']>['reminders'][number];
type Timeline = DataOf<Operations['list_timeline']>;
type Item = Timeline['items'][number];

export interface Related {
  id: string;
  name: string | undefined;
  /** What they are to this person. */
  role: string | null;
}

const WORDS = {
  archived: 'archived',
  edit: 'Edit',
  archive: 'Archive',
  unarchive: 'Bring back from the archive',
  remove: 'Delete',
  undo: 'Undo',
  note: { title: 'Write a note', button: 'Save the note' },
  about: 'About',
  email: 'E-mail',
  phone: 'Phone',
  address: 'Address',
  birthday: 'Birthday',
  website: 'Website',
  lastSeen: 'Last seen',
  rhythm: 'Be in touch',
  next: 'In touch again by',
  tags: { title: 'Tags', add: 'Add a tag', hint: 'One that you have, or a new one', remove: 'Take off' },
  groups: { title: 'Groups', add: 'Add to a group', hint: 'One that you have, or a new one', remove: 'Take out of' },
  button: 'Add',
  relations: 'Related to',
  reminders: {
    title: 'Reminders',
    add: 'Add a reminder',
    text: 'What to remember',
    day: 'Day',
    recurrence: 'Comes back',
    once: 'never',
  },
  timeline: {
    title: 'What happened',
    none: 'Nothing is written down yet.',
    older: 'Older',
    email: 'E-mail',
    event: 'Event',
    edit: 'Edit',
    noteOf: 'the note of',
  },
  noteDeleted: 'The note is deleted. It stays in the trash for 30 days.',
};

/** What the page says of what was just done. */
export const DONE: Record<string, string> = {
  saved: 'Saved.',
  restored: 'Everything is back.',
  archived: 'Archived: hidden from lists, and kept.',
  unarchived: 'Back from the archive.',
};

/** Says that a note is deleted, with a way back. */
export const deletedNote = (contactId: string, noteId: string) => (
  <div class="beside">
    <span>{WORDS.noteDeleted}</span>
    <OneButton action={`${personPath(contactId)}/notes/${encodeURIComponent(noteId)}/restore`}>{WORDS.undo}</OneButton>
  </div>
);

interface Shown {
  person: Person;
  contact: Contact;
  relations: Related[];
  reminders: Reminder[];
  timeline: Timeline;
  /** Names that are offered. */
  tags: string[];
  groups: string[];
  today: string;
  tomorrow: string;
  message?: Message | undefined;
  /** What was typed into one of the forms and could not be taken, with why. */
  refused?: { form: 'note' | 'tags' | 'groups' | 'reminders'; values: Values; text: string } | undefined;
}

/** Everything that is known of one person, and places for what is new. */
export function personPage(shown: Shown): PageContent {
  const { person, contact, relations, timeline, message, refused } = shown;
  const name = shownName(contact) ?? NAMELESS;
  const work = [contact.job_title, contact.company].filter(Boolean).join(', ');
  const path = personPath(contact.id);
  return {
    title: name,
    email: person.email,
    here: '/people',
    message: refused ? { kind: 'danger', text: refused.text } : message,
    main: (
      <>
        <header class="person">
          <div>
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
        <Section id="write" title={WORDS.note.title}>
          <form class="question" method="post" action={`${path}/notes`}>
            <KeyField />
            <NoteFields values={refused?.form === 'note' ? refused.values : { day: shown.today }} isNew />
            <div>
              <button class="primary" type="submit">
                {WORDS.note.button}
              </button>
            </div>
          </form>
        </Section>
        <About contact={contact} zone={person.time_zone} />
        <Labels part="tags" {...shown} />
        <Labels part="groups" {...shown} />
        <Relations relations={relations} />
        <Reminders {...shown} />
        <Happened timeline={timeline} zone={person.time_zone} path={path} />
      </>
    ),
  };
}

/** Tags or groups: each can be taken off, and another added by its name. */
function Labels({ part, contact, refused, ...offered }: Shown & { part: 'tags' | 'groups' }) {
  const words = WORDS[part];
  const path = `${personPath(contact.id)}/${part}`;
  const own =
    part === 'tags'
      ? contact.tags_contacts?.map(({ tag_id, tags }) => ({ id: tag_id, name: tags.name }))
      : contact.groups_contacts?.map(({ group_id, groups }) => ({ id: group_id, name: groups.name }));
  return (
    <Section id={part} title={words.title}>
      {own && own.length > 0 && (
        <ul class="labels">
          {own.map(({ id, name }) => (
            <li>
              <bdi>{name}</bdi>
              <OneButton action={`${path}/${id}/remove`} kind="plain">
                <span aria-hidden="true">×</span>
                <span class="unseen">
                  {words.remove} {name}
                </span>
              </OneButton>
            </li>
          ))}
        </ul>
      )}
      <form class="field" method="post" action={path}>
        <KeyField />
        <label class="unseen" for={`${part}-name`}>
          {words.add}
        </label>
        <div class="beside">
          <input
            id={`${part}-name`}
            name="name"
            list={`${part}-offered`}
            value={refused?.form === part ? refused.values.name : undefined}
            placeholder={words.hint}
            required
            autocomplete="off"
            dir="auto"
          />
          <button type="submit">
            {WORDS.button}
            <span class="unseen"> {words.title}</span>
          </button>
        </div>
        <datalist id={`${part}-offered`}>
          {offered[part].map((name) => (
            <option value={name} />
          ))}
        </datalist>
      </form>
    </Section>
  );
}

function Relations({ relations }: { relations: Related[] }) {
  if (relations.length === 0) return null;
  return (
    <Section id="relations" title={WORDS.relations}>
      <ul class="plain">
        {relations.map(({ id, name, role }) => (
          <li>
            <PersonLink id={id} name={name} />
            {role && (
              <span class="quiet">
                {' '}
                · <bdi>{role}</bdi>
              </span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Reminders({ person, contact, reminders, tomorrow, refused }: Shown) {
  const words = WORDS.reminders;
  const path = personPath(contact.id);
  const typed = refused?.form === 'reminders' ? refused.values : undefined;
  return (
    <Section id="reminders" title={words.title}>
      {reminders.length > 0 && (
        <ul class="rows">
          {reminders.map((reminder) => (
            <ReminderRow reminder={reminder} zone={person.time_zone} isOverdue={reminder.is_overdue} back={path} />
          ))}
        </ul>
      )}
      <details open={typed !== undefined}>
        <summary>{words.add}</summary>
        <form class="question" method="post" action={`${path}/reminders`}>
          <KeyField />
          <Field id="reminder-text" name="text" label={words.text} value={typed?.text} required />
          <div class="pair">
            <Field id="reminder-day" name="day" label={words.day} value={typed?.day ?? tomorrow} type="date" required />
            <SelectField
              name="recurrence"
              label={words.recurrence}
              value={typed?.recurrence}
              options={[['', words.once], ...SPANS]}
            />
          </div>
          <div>
            <button type="submit">{words.add}</button>
          </div>
        </form>
      </details>
    </Section>
  );
}

function About({ contact, zone }: { contact: Contact; zone: string }) {
  const rows = rowsOf(contact, zone).filter(([, value]) => value);
  if (rows.length === 0 && !contact.description) return null;
  return (
    <Section id="about" title={WORDS.about}>
      <dl class="facts">
        {rows.map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      {contact.description && (
        <p class="text" dir="auto">
          {contact.description}
        </p>
      )}
    </Section>
  );
}

function rowsOf(contact: Contact, zone: string): [string, Child][] {
  const label = (text: string | null) => text && <span class="quiet"> {text}</span>;
  return [
    ...(contact.contact_emails ?? []).map((row): [string, Child] => [
      WORDS.email,
      <>
        <a href={`mailto:${row.email}`}>{row.email}</a>
        {label(row.label)}
      </>,
    ]),
    ...(contact.contact_phone_numbers ?? []).map((row): [string, Child] => [
      WORDS.phone,
      <>
        <a href={`tel:${row.phone_number.replace(/[^+\d]/g, '')}`}>{row.phone_number}</a>
        {label(row.label)}
      </>,
    ]),
    ...(contact.legacy_contact_addresses ?? []).map((row): [string, Child] => [
      WORDS.address,
      row.formatted ?? [row.street, row.postal_code, row.city, row.region, row.country].filter(Boolean).join(', '),
    ]),
    [WORDS.birthday, contact.birthday && <Birthday text={contact.birthday} />],
    [WORDS.website, contact.website],
    ...(contact.contacts_custom_fields ?? []).map((row): [string, Child] => [
      row.custom_fields.name,
      row.text_value ?? (row.date_value ? <Day day={row.date_value} /> : row.array_value?.join(', ')),
    ]),
    [WORDS.lastSeen, contact.last_seen_at && <DayOf at={contact.last_seen_at} zone={zone} />],
    [WORDS.rhythm, contact.keep_in_touch_reminders && spanText(contact.keep_in_touch_reminders.frequency)],
    [WORDS.next, contact.next_reminder_at && <DayOf at={contact.next_reminder_at} zone={zone} />],
  ];
}

/** A birthday whose year may be unknown. */
function Birthday({ text }: { text: string }) {
  const { year, month, day } = readBirthday(text) ?? {};
  const options = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  const format = new Intl.DateTimeFormat('en-US', year ? { ...options, year: 'numeric' } : options);
  const date = new Date(0);
  date.setUTCFullYear(year ?? 2000, (month ?? 1) - 1, day);
  return <>{format.format(date)}</>;
}

function Happened({ timeline, zone, path }: { timeline: Timeline; zone: string; path: string }) {
  const words = WORDS.timeline;
  const { items, pagination, warnings } = timeline;
  return (
    <Section id="timeline" title={words.title}>
      {items.length === 0 && <p>{words.none}</p>}
      <ol class="rows timeline">
        {items.map((item) => (
          <li>
            <div class="about">
              <p class="quiet small">
                <DayOf at={item.date} zone={zone} />
                {kindOf(item) && ` · ${kindOf(item)}`}
              </p>
              <p class="text" dir="auto">
                {textOf(item)}
              </p>
            </div>
            {item.note && (
              <a class="small" href={`${path}/notes/${item.note.id}`}>
                {words.edit}
                <span class="unseen">
                  {' '}
                  {words.noteOf} <DayOf at={item.date} zone={zone} />
                </span>
              </a>
            )}
          </li>
        ))}
      </ol>
      {warnings.map((warning) => (
        <p class="notice">{warning}</p>
      ))}
      {pagination.nextCursor && (
        <p>
          <a class="button" href={`${path}?${new URLSearchParams({ cursor: pagination.nextCursor })}#timeline`}>
            {words.older}
          </a>
        </p>
      )}
    </Section>
  );
}

function kindOf({ type, note }: Item): string | undefined {
  if (type === 'email') return WORDS.timeline.email;
  if (type === 'event') return WORDS.timeline.event;
  return note?.meeting_type && note.meeting_type !== 'note' ? note.meeting_type : undefined;
}

const textOf = ({ note, email, event }: Item): string =>
  note?.note ?? email?.subjectOrTitle ?? event?.subjectOrTitle ?? '';
