import { KithError } from '../../../shared/error.ts';
import type { HttpSource } from '../../../shared/http/http-source.ts';
import { isRecord, parseJson, recordsIn } from '../../../shared/records.ts';
import { addTo, countLeftOut, LISTS, type MonicaAccount, newAccount, type Person, type Row } from './account.ts';
import { API_LISTS, contactRow, shortRow } from './api-rows.ts';
import { markBirthday } from './json.ts';
import { textOf } from './row-reader.ts';

// Monica 4.x answers an account page by page, each kind of record under an address of its own. It lists contacts that are
// neither archived nor known only as somebody's relative; the others are found where a record names them.

interface Reading {
  source: HttpSource;
  account: MonicaAccount;
  people: Map<string, Person>;
  /** Fewer where the server allows fewer. */
  limit: number;
}

/** Reads a whole account over the API. Throws when the token is refused or there is no Monica at the address. */
export async function readMonicaApi(source: HttpSource): Promise<MonicaAccount> {
  const account = newAccount();
  const reading: Reading = { source, account, people: new Map(), limit: 100 };
  await ask(reading, 'me');
  const contacts = await all(reading, 'contacts', 'with=contactfields');
  const photos = await all(reading, 'photos');
  for (const raw of contacts) addContact(reading, raw, photos);
  const relatives = contacts.flatMap(relationsOf);
  for (const { contact } of relatives) await personOf(reading, contact, photos);
  for (const list of LISTS) {
    const told = API_LISTS[list];
    for (const raw of told ? await all(reading, told.path) : []) {
      const person = await personOf(reading, raw.contact, photos);
      if (person) addTo(person, list, told!.row(raw));
      else countLeftOut(account, `${list.replaceAll('_', ' ')} of nobody`, 1);
    }
  }
  await addActivities(reading, photos);
  account.journal = (await all(reading, 'journal')).map(({ title, post, date, created_at }) => ({
    title,
    post,
    date,
    created_at,
  }));
  for (const { from, name, contact } of relatives) {
    const to = await personOf(reading, contact, photos);
    if (to) account.relationships.push({ from, to: to.key, type: name });
  }
  addPhotos(reading, photos);
  for (const { row, lists } of account.people) markBirthday(row, lists.reminders);
  return account;
}

const keyOf = (contact: Row): string => {
  const account = isRecord(contact.account) ? contact.account.id : '';
  return textOf(contact.uuid) || `#${account}-${contact.id}`;
};

function addContact({ account, people }: Reading, raw: Row, photos: Row[]): Person {
  const key = keyOf(raw);
  const person: Person = { key, row: contactRow(raw, photos, keyOf), lists: {} };
  for (const field of recordsIn(raw.contactFields)) addTo(person, 'contact_fields', fieldRow(field));
  for (const address of recordsIn(raw.addresses)) addTo(person, 'addresses', addressRow(address));
  people.set(key, person);
  account.people.push(person);
  return person;
}

function fieldRow(raw: Row): Row {
  const { name, type, protocol }: Row = isRecord(raw.contact_field_type) ? raw.contact_field_type : {};
  const labels = recordsIn(raw.labels).map(({ label }) => label);
  return { data: raw.content, type, type_name: name, protocol, labels, created_at: raw.created_at };
}

function addressRow({ name, street, city, province, postal_code, country, latitude, longitude, created_at }: Row): Row {
  const iso = isRecord(country) ? (country.iso ?? country.name) : null;
  return { name, street, city, province, postal_code, country: iso, latitude, longitude, created_at };
}

/** The person that a record names. A contact that is in no list is read; a relative without a page is taken as named. */
async function personOf(reading: Reading, contact: unknown, photos: Row[]): Promise<Person | undefined> {
  if (!isRecord(contact)) return undefined;
  const known = reading.people.get(keyOf(contact));
  if (known) return known;
  if (contact.is_partial !== true) {
    const raw = await ask(reading, `contacts/${encodeURIComponent(String(contact.id))}?with=contactfields`);
    return addContact(reading, isRecord(raw.data) ? raw.data : contact, photos);
  }
  const person: Person = { key: keyOf(contact), row: shortRow(contact), lists: {} };
  reading.people.set(person.key, person);
  reading.account.people.push(person);
  return person;
}

const GROUPS = ['love', 'family', 'friend', 'work'];

/** The people that a contact's own record names as related, and as what. */
function relationsOf(raw: Row): { from: string; name: string; contact: unknown }[] {
  const information = isRecord(raw.information) ? raw.information : {};
  const groups = isRecord(information.relationships) ? information.relationships : {};
  const named = GROUPS.map((name) => groups[name]).flatMap((group) =>
    isRecord(group) ? recordsIn(group.contacts) : [],
  );
  return named.map(({ relationship, contact }) => ({
    ...{ from: keyOf(raw), contact },
    name: isRecord(relationship) ? textOf(relationship.name) : '',
  }));
}

async function addActivities(reading: Reading, photos: Row[]): Promise<void> {
  for (const raw of await all(reading, 'activities')) {
    const attendees = isRecord(raw.attendees) ? recordsIn(raw.attendees.contacts) : [];
    const people: string[] = [];
    for (const contact of attendees) people.push((await personOf(reading, contact, photos))!.key);
    const { summary, description, happened_at, created_at } = raw;
    const type = isRecord(raw.activity_type) ? raw.activity_type.name : null;
    const emotions = recordsIn(raw.emotions).map(({ name }) => name);
    reading.account.activities.push({ row: { summary, description, happened_at, created_at, type, emotions }, people });
  }
}

/** Names the photos that are not avatars. */
function addPhotos({ people, account }: Reading, photos: Row[]): void {
  for (const { contact, original_filename, dataUrl } of photos) {
    const person = isRecord(contact) ? people.get(keyOf(contact)) : undefined;
    if (!person) countLeftOut(account, 'photos of nobody', 1);
    else if (person.row.avatar !== dataUrl) addTo(person, 'photos', { original_filename });
  }
}

/** All records of a kind, page by page. */
async function all(reading: Reading, path: string, query = ''): Promise<Row[]> {
  const found = new Map<unknown, Row>();
  for (let page = 1, last = 1; page <= last; page++) {
    const answer = await ask(reading, `${path}?limit=${reading.limit}&page=${page}${query && `&${query}`}`);
    const meta = isRecord(answer.meta) ? answer.meta : {};
    last = Number(meta.last_page) || 1;
    const rows = recordsIn(answer.data);
    for (const row of rows) found.set(row.id, row);
    // Monica orders records of one second at random: on a border of pages one may come twice and another never.
    if (page === last)
      countLeftOut(reading.account, `${path} that Monica named but did not give`, Number(meta.total) - found.size || 0);
  }
  return [...found.values()];
}

const TOO_MANY = 30;

async function ask(reading: Reading, path: string): Promise<Row> {
  const { source } = reading;
  const base = source.base.href.replace(/(?:\/api)?\/*$/, '');
  const answer = await source.send(new URL(`${base}/api/${path}`), { headers: { accept: 'application/json' } });
  if (answer.status === 401 || answer.status === 403) {
    throw new KithError('Unauthorized', `${source.base.host} refuses the token.`, {
      hint: 'Make a personal access token in Monica: Settings, API.',
    });
  }
  const value = parseJson(answer.text);
  const error = isRecord(value) && isRecord(value.error) ? value.error : undefined;
  if (answer.status === 400 && error?.error_code === TOO_MANY && reading.limit > 10) {
    reading.limit = 10;
    return ask(reading, path.replace(/limit=\d+/, 'limit=10'));
  }
  if (answer.status !== 200 || !isRecord(value) || (!('data' in value) && path !== 'me')) {
    throw new KithError('BadRequest', `${source.base.host} does not answer as Monica 4.x (status ${answer.status}).`, {
      hint: 'Give the address at which you open Monica in the browser.',
    });
  }
  return value;
}
