import type { Child } from 'hono/jsx';
import { shownName } from '../../client/contact-names.ts';
import type { DataOf } from '../../contract/operation.ts';
import type { Operations } from '../../contract/operations.ts';
import type { PageContent } from '../page.tsx';
import type { Person } from '../services.ts';
import { Day, DayOf, KeyField, personPath, Section } from './parts.tsx';
import { ReminderRow } from './today.tsx';

type Contact = DataOf<Operations['get_contact']>['contact'];
type Reminder = DataOf<Operations['list_reminders']>['reminders'][number];
type Timeline = DataOf<Operations['list_timeline']>;
type Item = Timeline['items'][number];

const WORDS = {
  nameless: 'Somebody without a name',
  archived: 'archived',
  note: { title: 'Write a note', label: 'What was said or done', button: 'Save the note' },
  about: 'About',
  email: 'E-mail',
  phone: 'Phone',
  address: 'Address',
  birthday: 'Birthday',
  website: 'Website',
  tags: 'Tags',
  groups: 'Groups',
  lastSeen: 'Last seen',
  next: 'In touch again by',
  reminders: 'Reminders',
  timeline: {
    title: 'What happened',
    none: 'Nothing is written down yet.',
    older: 'Older',
    email: 'E-mail',
    event: 'Event',
  },
};

interface Shown {
  person: Person;
  contact: Contact;
  reminders: Reminder[];
  timeline: Timeline;
  /** What was typed and could not be taken, with why. */
  refused?: { note: string; text: string } | undefined;
}

/** Everything that is known of one person, and a place for a note. */
export function personPage({ person, contact, reminders, timeline, refused }: Shown): PageContent {
  const name = shownName(contact) ?? WORDS.nameless;
  const work = [contact.job_title, contact.company].filter(Boolean).join(', ');
  const path = personPath(contact.id);
  return {
    title: name,
    email: person.email,
    here: '/people',
    message: refused && { kind: 'danger', text: refused.text },
    main: (
      <>
        <header>
          <h1>
            <bdi>{name}</bdi> {contact.is_archived && <span class="badge">{WORDS.archived}</span>}
          </h1>
          {work && (
            <p class="quiet">
              <bdi>{work}</bdi>
            </p>
          )}
        </header>
        <Section id="note" title={WORDS.note.title}>
          <form class="field" method="post" action={`${path}/notes`}>
            <KeyField />
            <label for="text" class="unseen">
              {WORDS.note.label}
            </label>
            <textarea id="text" name="note" rows={3} required placeholder={WORDS.note.label} dir="auto">
              {refused?.note}
            </textarea>
            <div>
              <button class="primary" type="submit">
                {WORDS.note.button}
              </button>
            </div>
          </form>
        </Section>
        <About contact={contact} zone={person.time_zone} />
        {reminders.length > 0 && (
          <Section id="reminders" title={WORDS.reminders}>
            <ul class="rows">
              {reminders.map((reminder) => (
                <ReminderRow reminder={reminder} zone={person.time_zone} back={path} />
              ))}
            </ul>
          </Section>
        )}
        <Happened timeline={timeline} zone={person.time_zone} path={path} />
      </>
    ),
  };
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
    [WORDS.tags, contact.tags_contacts?.map(({ tags }) => tags.name).join(', ')],
    [WORDS.groups, contact.groups_contacts?.map(({ groups }) => groups.name).join(', ')],
    [WORDS.lastSeen, contact.last_seen_at && <DayOf at={contact.last_seen_at} zone={zone} />],
    [WORDS.next, contact.next_reminder_at && <DayOf at={contact.next_reminder_at} zone={zone} />],
  ];
}

/** `--05-17` is a birthday whose year is unknown. */
function Birthday({ text }: { text: string }) {
  const isYearless = text.startsWith('--');
  const date = new Date(isYearless ? `2000-${text.slice(2)}` : text.slice(0, 10));
  const options = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  return <>{new Intl.DateTimeFormat('en-US', isYearless ? options : { ...options, year: 'numeric' }).format(date)}</>;
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
