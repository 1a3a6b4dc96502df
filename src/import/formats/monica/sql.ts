import { KithError } from '../../../contract/error.ts';
import { addTo, countLeftOut, type ListName, type MonicaBook, newBook, type Person, type Row } from './account.ts';
import { currencyOfNumber, moneyInWords } from './money.ts';
import { textOf } from './row-reader.ts';
import { readInserts } from './sql-inserts.ts';

// Monica 4.x writes an INSERT for each table of an account. Rows point at each other by numbers, and only contacts have
// their UUIDs in it.

/** Whether text can be an SQL dump, by what stands first in it. */
export const looksLikeSql = (head: string): boolean =>
  /^\s*(?:#|--\s|\/\*|SET\b|INSERT\b|REPLACE\b|CREATE\b|USE\b)/i.test(head) && /\bINTO\s+`?\w+`?/i.test(head);

/** Of the account and of Monica itself, not of people. */
const OF_ACCOUNT = new Set([
  ...['accounts', 'users', 'modules', 'reminder_rules', 'reminder_outbox', 'activity_statistics', 'invitations'],
  ...['recovery_codes', 'term_user', 'weather', 'activity_type_categories', 'life_event_categories'],
  ...['relationship_type_groups'],
]);

/** Numbers of the kinds of pets, which are the same in every Monica and not in its export. */
const PETS = 'reptile bird cat dog fish hamster horse rabbit rat small_animal other'.split(' ');

/** Reads Monica's SQL export. Throws when it holds no contacts of one account, or where it cannot be read. */
export function readMonicaSql(text: string): MonicaBook {
  const tables = readTables(text);
  const contacts = tables.rows('contacts');
  if (contacts.length === 0) throw new KithError('BadRequest', 'The SQL has no rows of a table "contacts" of Monica.');
  const accounts = new Set(contacts.map(({ account_id }) => account_id));
  if (accounts.size > 1) {
    throw new KithError('BadRequest', `The SQL holds ${accounts.size} accounts of Monica.`, {
      hint: 'Export one account from its settings in Monica.',
    });
  }
  const book = newBook();
  const keys = new Map(contacts.map((row) => [row.id, textOf(row.uuid) || `#${row.account_id}-${row.id}`]));
  const people = new Map<unknown, Person>();
  for (const row of contacts) {
    const person: Person = { key: keys.get(row.id)!, row: contactRow(row, tables, keys), lists: {} };
    people.set(row.id, person);
    book.people.push(person);
  }
  for (const list of Object.keys(ROWS) as ListName[])
    for (const row of tables.rows(list)) {
      const person = people.get(row.contact_id);
      if (!person) countLeftOut(book, `${list.replaceAll('_', ' ')} of nobody in the file`, 1);
      else addTo(person, list, ROWS[list]!(row, tables, people));
    }
  addPhotos(people, tables);
  addShared(book, tables, keys);
  for (const [table, count] of tables.unasked())
    if (!OF_ACCOUNT.has(table)) countLeftOut(book, `rows of ${table}`, count);
  return book;
}

interface Tables {
  rows(table: string): Row[];
  /** The row of a table that has this id. */
  byId(table: string, id: unknown): Row | undefined;
  /** The rows of a table that have a value in a column. */
  having(table: string, column: string, value: unknown): Row[];
  unasked(): [string, number][];
}

function readTables(text: string): Tables {
  const tables = new Map<string, Row[]>();
  for (const { table, columns, rows } of readInserts(text)) {
    const known = tables.get(table) ?? [];
    tables.set(table, known);
    for (const row of rows) known.push(Object.fromEntries(row.map((value, index) => [columns[index], value])));
  }
  // A Monica may put a prefix before all its tables.
  const prefix = [...tables.keys()].find((name) => name.endsWith('accounts'))?.slice(0, -'accounts'.length) ?? '';
  const indexes = new Map<string, Map<unknown, Row[]>>();
  const asked = new Set<string>();
  const rows = (table: string): Row[] => {
    asked.add(table);
    return tables.get(prefix + table) ?? [];
  };
  const having = (table: string, column: string, value: unknown): Row[] => {
    const name = `${table}.${column}`;
    if (!indexes.has(name))
      indexes.set(
        name,
        groupBy(rows(table), (row) => row[column]),
      );
    return (value !== null && indexes.get(name)!.get(value)) || [];
  };
  return {
    rows,
    having,
    byId: (table, id) => having(table, 'id', id)[0],
    unasked: () =>
      [...tables].flatMap(([name, all]): [string, number][] => {
        const table = name.slice(prefix.length);
        return asked.has(table) ? [] : [[table, all.length]];
      }),
  };
}

function groupBy(rows: Row[], keyOf: (row: Row) => unknown): Map<unknown, Row[]> {
  const groups = new Map<unknown, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

function contactRow(row: Row, tables: Tables, keys: Map<unknown, string>): Row {
  const links = tables.having('contact_tag', 'contact_id', row.id);
  return {
    ...row,
    gender: tables.byId('genders', row.gender_id)?.name,
    birthdate: tables.byId('special_dates', row.birthday_special_date_id),
    deceased_date: tables.byId('special_dates', row.deceased_special_date_id),
    first_met_date: tables.byId('special_dates', row.first_met_special_date_id),
    first_met_through: keys.get(row.first_met_through_contact_id),
    tags: links.map(({ tag_id }) => tables.byId('tags', tag_id)?.name),
    avatar: row.avatar_external_url,
  };
}

type Resolve = (row: Row, tables: Tables, people: Map<unknown, Person>) => Row;
const asIs: Resolve = (row) => row;

/** A sum in words: in its own currency, else the user's. Monica's own export leaves out what their numbers stand for. */
const withMoney: Resolve = (row, tables) => {
  const stored = textOf(row.amount);
  const number = textOf(row.currency_id) || textOf(tables.rows('users')[0]?.currency_id);
  const currency = textOf(tables.byId('currencies', number)?.iso) || currencyOfNumber(number);
  if (number && !currency) {
    const amount = stored && `${stored} in the smallest unit of currency number ${number} of Monica`;
    return { ...row, amount };
  }
  return { ...row, currency_id: null, amount: stored && moneyInWords(stored, currency) };
};

/** Rows of what hangs on a contact, with what they point at looked up. */
const ROWS: Partial<Record<ListName, Resolve>> = {
  contact_fields(row, tables) {
    const type = tables.byId('contact_field_types', row.contact_field_type_id);
    return { ...row, type: type?.type, type_name: type?.name, protocol: type?.protocol };
  },
  addresses(row, tables) {
    const { id: _, created_at: __, updated_at: ___, ...place } = tables.byId('places', row.place_id) ?? {};
    return { ...row, ...place };
  },
  notes: asIs,
  calls: asIs,
  conversations(row, tables) {
    const messages = tables.having('messages', 'conversation_id', row.id);
    return {
      ...row,
      contact_field_type: tables.byId('contact_field_types', row.contact_field_type_id)?.name,
      messages,
    };
  },
  reminders: (row, _, people) => ({
    ...row,
    is_birthday: people.get(row.contact_id)?.row.birthday_reminder_id === row.id,
  }),
  tasks: asIs,
  gifts: withMoney,
  debts: withMoney,
  pets: (row) => ({ ...row, category: PETS[Number(row.pet_category_id) - 1] }),
  life_events(row, tables) {
    const type = tables.byId('life_event_types', row.life_event_type_id);
    return { ...row, type: type?.default_life_event_type_key ?? type?.name };
  },
  occupations: (row, tables) => ({ ...row, company: tables.byId('companies', row.company_id)?.name }),
  documents: asIs,
};

/** The files themselves are not in the export. */
function addPhotos(people: Map<unknown, Person>, tables: Tables): void {
  for (const { contact_id, photo_id } of tables.rows('contact_photo')) {
    const photo = tables.byId('photos', photo_id);
    const person = people.get(contact_id);
    if (person && photo) addTo(person, 'photos', photo);
  }
}

function addShared(book: MonicaBook, tables: Tables, keys: Map<unknown, string>): void {
  const took = new Map<unknown, string[]>();
  for (const { activity_id, contact_id } of tables.rows('activity_contact')) {
    const key = keys.get(contact_id);
    const known = took.get(activity_id);
    if (known && key) known.push(key);
    else if (key) took.set(activity_id, [key]);
  }
  for (const row of tables.rows('activities')) {
    const type = tables.byId('activity_types', row.activity_type_id);
    book.activities.push({
      row: { ...row, type: type?.translation_key ?? type?.name },
      people: took.get(row.id) ?? [],
    });
  }
  for (const row of tables.rows('relationships')) {
    const type = tables.byId('relationship_types', row.relationship_type_id);
    const [from, to] = [keys.get(row.contact_is) ?? '', keys.get(row.of_contact) ?? ''];
    const reverse = textOf(type?.name_reverse_relationship);
    book.relationships.push({ from, to, type: textOf(type?.name), ...(reverse && { reverse }) });
  }
  const dates = new Map(
    tables
      .rows('journal_entries')
      .map((row) => [`${textOf(row.journalable_type).split('\\').at(-1)} ${row.journalable_id}`, row.date]),
  );
  for (const row of tables.rows('entries')) book.journal.push({ ...row, date: dates.get(`Entry ${row.id}`) ?? null });
  book.journal.push(...tables.rows('days'));
}
