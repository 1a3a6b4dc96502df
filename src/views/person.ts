import { between, type Child, element, written } from './element.ts';
import { face } from './face.ts';
import { writing } from './forms.ts';
import { empty, view } from './parts.ts';
import { list, maybe, object, type Read, record, text, yes } from './reading.ts';
import type { Stage } from './stage.ts';
import { timelineItems, timelineList, timelineRow } from './timeline.ts';
import { FACTS, HAPPENED, NAMELESS, WORDS } from './words.ts';

// A person with details and timeline: get_contact and list_timeline.

/** Reads the labeled values of a contact, such as emails. */
const labeled = (field: string) =>
  list((value) => {
    const row = record(value);
    return { value: text(row[field]), label: maybe(text)(row.label) };
  });
type Labeled = Read<ReturnType<typeof labeled>>[number];
const names = (part: string) => list((value) => text(record(record(value)[part]).name));

const contact = object({
  id: text,
  full_name: maybe(text),
  job_title: maybe(text),
  company: maybe(text),
  description: maybe(text),
  website: maybe(text),
  birthday: maybe(text),
  image_url: maybe(text),
  last_seen_at: maybe(text),
  next_reminder_at: maybe(text),
  frequency_text: maybe(text),
  is_archived: yes,
  contact_emails: labeled('email'),
  contact_phone_numbers: labeled('phone_number'),
  legacy_contact_addresses: list((value) => {
    const { formatted, street, postal_code, city, region, country } = record(value);
    return text(formatted ?? [street, postal_code, city, region, country].filter(Boolean).join(', '));
  }),
  tags_contacts: names('tags'),
  groups_contacts: names('groups'),
  contacts_custom_fields: list((value) => {
    const { custom_fields, text_value, date_value, array_value } = record(value);
    return [
      text(record(custom_fields).name),
      text(text_value ?? date_value ?? list(text)(array_value).join(', ')),
    ] as const;
  }),
});
type Contact = Read<typeof contact>;

const pathOf = (id: string): string => `/people/${encodeURIComponent(id)}`;

/** The view of `get_contact`. */
export function contactView(stage: Stage, result: unknown, latest: unknown = stage.beside.notes): HTMLElement {
  const { contact: shown } = object({ contact })(result);
  const { id, full_name = NAMELESS, is_archived, contact_emails, contact_phone_numbers } = shown;
  const [phone] = contact_phone_numbers;
  const [email] = contact_emails;
  const notes = element('ol', 'rows', latestNotes(stage, latest));
  const noNotes = empty(WORDS.person.noNotes);
  const happened = element('div', '', notes.firstChild ? notes : latest !== undefined && noNotes);
  const forms = writing(stage, shown, (note, meeting_type) => {
    notes.prepend(timelineRow(stage, { type: 'note', date: stage.times.inDays(0), note: { note, meeting_type } }));
    noNotes.replaceWith(notes);
  });
  const verbs = [
    phone && verb(stage, WORDS.person.call, `tel:${phone.value.replace(/[^\d+*#,;]/g, '')}`, full_name),
    email &&
      verb(stage, WORDS.person.email, `mailto:${encodeURIComponent(email.value).replace('%40', '@')}`, full_name),
    forms.map(([button]) => button),
  ];
  const work = [shown.job_title, shown.company].filter((part) => part !== undefined).map((part) => written(part));
  const name = element('h1', '', written(full_name), is_archived && element('span', 'badge', WORDS.person.archived));
  const about = [work.length > 0 && between(work, ', '), phone && written(phone.value), email && written(email.value)]
    .filter(Boolean)
    .map((line) => element('p', 'quiet small', line));
  const title = element(
    'header',
    'who-it-is',
    face(stage, shown),
    element('div', '', name, about),
    element('div', 'actions', verbs),
  );
  return view(
    stage,
    { title, path: pathOf(id), more: WORDS.showMore, opened },
    forms.map(([, form]) => form),
    happened,
    element(
      'div',
      'rest',
      facts(stage, shown),
      shown.description !== undefined && written(shown.description, 'p', 'text'),
    ),
  );

  function opened(): void {
    if (stage.canAct) stage.attempt(load);
  }

  /** Shows the whole timeline in place of the latest notes. */
  async function load(): Promise<void> {
    const args = { contactId: id, take: 20 };
    happened.replaceChildren(timelineList(stage, await stage.call('list_timeline', args), args).list);
  }
}

const latestNotes = (stage: Stage, latest: unknown): HTMLElement[] =>
  latest === undefined ? [] : timelineItems(latest).map((item) => timelineRow(stage, item));

/** A link that calls or writes to a person; nothing if the client cannot open links. */
function verb({ link }: Stage, label: string, url: string, of: string): Child {
  const made = link(url, label, { kind: 'button', of });
  return made instanceof Node && made;
}

/** The view of `list_timeline`, with a button that shows the person. */
export function timelineView(stage: Stage, result: unknown): HTMLElement {
  const { contactId } = stage.args;
  const { list, more } = timelineList(stage, result, stage.args);
  const hasPerson = typeof contactId === 'string';
  return view(
    stage,
    { title: HAPPENED.title, path: hasPerson ? pathOf(contactId) : '/today', more },
    stage.canAct &&
      hasPerson &&
      element(
        'p',
        '',
        stage.button(FACTS.title, () => openPerson(stage, contactId)),
      ),
    list,
  );
}

/** A person's name, which opens the person if the client lets views call tools. */
export function personName(
  stage: Stage,
  { id, full_name }: { id: string; full_name?: string | undefined },
): HTMLElement {
  const name = written(full_name ?? NAMELESS);
  return stage.canAct ? stage.button(name, () => openPerson(stage, id), { kind: 'plain' }) : name;
}

/** Shows a person in place of the current view, with a way back. */
async function openPerson(stage: Stage, contactId: string): Promise<void> {
  const args = { contactId, take: 3, sources: ['notes'] };
  const result = await stage.call('get_contact', { contactId });
  const notes = await stage.call('list_timeline', args);
  stage.go(() => contactView(stage, result, notes));
}

function facts({ times, link }: Stage, shown: Contact): HTMLElement {
  const rows: (readonly [string, Child])[] = [
    ...shown.contact_emails.map((one) => [FACTS.email, labeledText(one)] as const),
    ...shown.contact_phone_numbers.map((one) => [FACTS.phone, labeledText(one)] as const),
    ...shown.legacy_contact_addresses.map((value) => [FACTS.address, written(value)] as const),
    [FACTS.birthday, shown.birthday && times.birthday(shown.birthday)],
    [FACTS.website, shown.website && link(shown.website, shown.website)],
    ...shown.contacts_custom_fields.map(([name, value]) => [name, written(value)] as const),
    [WORDS.person.tags, joined(shown.tags_contacts)],
    [WORDS.person.groups, joined(shown.groups_contacts)],
    [WORDS.person.lastSeen, shown.last_seen_at && times.dayOf(shown.last_seen_at)],
    [WORDS.person.frequency, shown.frequency_text],
    [WORDS.person.next, shown.next_reminder_at && times.dayOf(shown.next_reminder_at)],
  ];
  const told = rows.filter(([, value]) => value);
  return element(
    'dl',
    'facts',
    told.map(([name, value]) => element('div', '', element('dt', { dir: 'auto' }, name), element('dd', '', value))),
  );
}

const labeledText = ({ value, label }: Labeled): Child => [
  written(value),
  label !== undefined && element('span', 'quiet', ' ', written(label)),
];

const joined = (all: string[]): Child =>
  all.length > 0 &&
  between(
    all.map((name) => written(name)),
    ', ',
  );
