import { FACTS, HAPPENED, NAMELESS } from '../web/words/person.ts';
import { between, type Child, element, written } from './element.ts';
import { face } from './face.ts';
import { noteForm } from './note-form.ts';
import { list, maybe, object, type Read, record, text, yes } from './reading.ts';
import type { Stage } from './stage.ts';
import { timelineList } from './timeline.ts';
import { WORDS } from './words.ts';

// A person with details and timeline: get_contact and list_timeline.

/** Reads the labeled values of a contact, such as emails. */
const labeled = (field: string) =>
  list((value) => {
    const row = record(value);
    const label = maybe(text)(row.label);
    return element(
      'span',
      '',
      written(text(row[field])),
      label !== undefined && element('span', 'quiet', ' ', written(label)),
    );
  });
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

/** The view of `get_contact`. */
export function contactView(stage: Stage, result: unknown): HTMLElement {
  const { contact: shown } = object({ contact })(result);
  const { id, full_name = NAMELESS, is_archived } = shown;
  const work = [shown.job_title, shown.company].filter((part) => part !== undefined).map((part) => written(part));
  return element(
    'article',
    '',
    element(
      'header',
      'who-it-is',
      face(stage, shown),
      element(
        'div',
        '',
        element('h1', '', written(full_name), is_archived && element('span', 'badge', WORDS.person.archived)),
        element('p', 'quiet', between(work, ', ')),
      ),
    ),
    facts(stage, shown),
    shown.description !== undefined && written(shown.description, 'p', 'text'),
    stage.canAct && [happened(stage, id), noteForm(stage, { id, full_name })],
  );
}

/** The view of `list_timeline`, with a button that shows the person. */
export function timelineView(stage: Stage, result: unknown): HTMLElement {
  const { contactId } = stage.args;
  return element(
    'article',
    '',
    element('h1', '', HAPPENED.title),
    stage.canAct && typeof contactId === 'string' && stage.button(FACTS.title, () => openPerson(stage, contactId)),
    timelineList(stage, result, stage.args),
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
export async function openPerson(stage: Stage, contactId: string): Promise<void> {
  const result = await stage.call('get_contact', { contactId });
  stage.go(() => contactView(stage, result));
}

/** A person's timeline, loaded when it is opened. */
function happened(stage: Stage, contactId: string): HTMLElement {
  const args = { contactId, take: 20 };
  const place = element('div');
  const load = async () => place.replaceChildren(timelineList(stage, await stage.call('list_timeline', args), args));
  const made: HTMLDetailsElement = element(
    'details',
    { toggle: () => made.open && stage.attempt(load) },
    element('summary', '', HAPPENED.title),
    place,
  );
  return made;
}

function facts({ times, link }: Stage, shown: Contact): HTMLElement {
  const rows: (readonly [string, Child])[] = [
    ...shown.contact_emails.map((value) => [FACTS.email, value] as const),
    ...shown.contact_phone_numbers.map((value) => [FACTS.phone, value] as const),
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

const joined = (all: string[]): Child =>
  all.length > 0 &&
  between(
    all.map((name) => written(name)),
    ', ',
  );
