import { KithError } from '../../../shared/error.ts';
import { append } from '../../../shared/lists.ts';
import {
  addTo,
  countLeftOut,
  LISTS,
  type MonicaAccount,
  type MonicaListName,
  type MonicaPerson,
  type MonicaRow,
  newAccount,
} from './account.ts';
import { rowText } from './row-reader.ts';
import { readTables, type SqlTables } from './sql-tables.ts';

// Monica 4.x writes an INSERT for each table of an account. Rows refer to each other by number. Only contacts have
// UUIDs.

/** Whether text looks like an SQL dump, based on its beginning. */
export const looksLikeSql = (head: string): boolean =>
  /^\s*(?:#|--\s|\/\*|SET\b|INSERT\b|REPLACE\b|CREATE\b|USE\b)/i.test(head) && /\bINTO\s+`?\w+`?/i.test(head);

/** Tables about the account and Monica itself. */
const OF_ACCOUNT = new Set([
  ...['accounts', 'users', 'modules', 'reminder_rules', 'reminder_outbox', 'activity_statistics', 'invitations'],
  ...['recovery_codes', 'term_user', 'weather', 'activity_type_categories', 'life_event_categories'],
  ...['relationship_type_groups'],
]);

/** Kinds of pets by number. The numbers are the same in every Monica, but not part of its export. */
const PETS = 'reptile bird cat dog fish hamster horse rabbit rat small_animal other'.split(' ');

/** Reads Monica's SQL export. Throws if it is invalid or does not contain the contacts of exactly one account. */
export function readMonicaSql(text: string): MonicaAccount {
  const tables = readTables(text);
  const contacts = tables.rows('contacts');
  if (contacts.length === 0)
    throw new KithError('BadRequest', 'The SQL contains no rows of the Monica table "contacts".');
  const accounts = new Set(contacts.map(({ account_id }) => account_id));
  if (accounts.size > 1) {
    throw new KithError('BadRequest', `The SQL contains ${accounts.size} Monica accounts.`, {
      hint: 'Export a single account from its settings in Monica.',
    });
  }
  const account = newAccount();
  const keys = new Map(contacts.map((row) => [row.id, rowText(row.uuid) || `#${row.account_id}-${row.id}`]));
  const people = new Map<unknown, MonicaPerson>();
  for (const row of contacts) {
    const person: MonicaPerson = { key: keys.get(row.id)!, row: contactRow(row, tables, keys), lists: {} };
    people.set(row.id, person);
    account.people.push(person);
  }
  for (const list of LISTS) {
    const resolve = ROWS[list];
    for (const row of resolve ? tables.rows(list) : []) {
      const person = people.get(row.contact_id);
      if (!person) countLeftOut(account, `${list.replaceAll('_', ' ')} of nobody in the file`, 1);
      else addTo(person, list, resolve!(row, tables, people));
    }
  }
  addPhotos(people, tables);
  addShared(account, tables, keys);
  for (const [table, count] of tables.unasked())
    if (!OF_ACCOUNT.has(table)) countLeftOut(account, `rows of ${table}`, count);
  return account;
}

function contactRow(row: MonicaRow, tables: SqlTables, keys: Map<unknown, string>): MonicaRow {
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

type Resolve = (row: MonicaRow, tables: SqlTables, people: Map<unknown, MonicaPerson>) => MonicaRow;
const asIs: Resolve = (row) => row;

/**
 * An amount in its currency, or else the user's. Monica's own export lacks the currencies that its numbers refer to.
 */
const withMoney: Resolve = (row, tables) => {
  const stored = rowText(row.amount);
  const number = rowText(row.currency_id) || rowText(tables.rows('users')[0]?.currency_id);
  const currency = rowText(tables.byId('currencies', number)?.iso) || currencyOfNumber(number);
  if (number && !currency) {
    const amount = stored && `${stored} in the smallest unit of currency number ${number} of Monica`;
    return { ...row, amount };
  }
  return { ...row, currency_id: null, amount: stored && moneyInWords(stored, currency) };
};

/** How references in a contact's rows are resolved. */
const ROWS: Partial<Record<MonicaListName, Resolve>> = {
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
function addPhotos(people: Map<unknown, MonicaPerson>, tables: SqlTables): void {
  for (const { contact_id, photo_id } of tables.rows('contact_photo')) {
    const photo = tables.byId('photos', photo_id);
    const person = people.get(contact_id);
    if (person && photo) addTo(person, 'photos', photo);
  }
}

function addShared(account: MonicaAccount, tables: SqlTables, keys: Map<unknown, string>): void {
  const took = new Map<unknown, string[]>();
  for (const { activity_id, contact_id } of tables.rows('activity_contact')) {
    const key = keys.get(contact_id);
    const known = took.get(activity_id);
    if (known && key) known.push(key);
    else if (key) took.set(activity_id, [key]);
  }
  for (const row of tables.rows('activities')) {
    const type = tables.byId('activity_types', row.activity_type_id);
    account.activities.push({
      row: { ...row, type: type?.translation_key ?? type?.name },
      people: took.get(row.id) ?? [],
    });
  }
  for (const row of tables.rows('relationships')) {
    const type = tables.byId('relationship_types', row.relationship_type_id);
    const [from, to] = [keys.get(row.contact_is) ?? '', keys.get(row.of_contact) ?? ''];
    const reverse = rowText(type?.name_reverse_relationship);
    account.relationships.push({ from, to, type: rowText(type?.name), ...(reverse && { reverse }) });
  }
  const dates = new Map(
    tables
      .rows('journal_entries')
      .map((row) => [`${rowText(row.journalable_type).split('\\').at(-1)} ${row.journalable_id}`, row.date]),
  );
  for (const row of tables.rows('entries'))
    account.journal.push({ ...row, date: dates.get(`Entry ${row.id}`) ?? null });
  append(account.journal, tables.rows('days'));
}

// Monica stores amounts as integers in the currency's smallest unit, or in hundredths if there is no currency.

/** Decimal digits other than two (ISO 4217). `Intl` has the digits in everyday use, which differ for HUF and COP. */
const DIGITS: Record<string, number> = {
  ...all(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...all(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...all(4, 'CLF UYW'),
};

function all(digits: number, currencies: string): Record<string, number> {
  return Object.fromEntries(currencies.split(' ').map((currency) => [currency, digits]));
}

/** Currencies with the same number in every Monica, in order. Later numbers depend on the server's age. */
const FIRST = 'CAD USD GBP EUR RUB ZAR DKK INR BRL'.split(' ');

/** The currency of a number, if it is certain. */
const currencyOfNumber = (number: string): string | undefined => FIRST[Number(number) - 1];

/** Formats an amount such as `25.5 USD`, or without a currency if it is unknown. */
function moneyInWords(stored: string, currency: string | undefined): string {
  const sum = String(Number(stored) / 10 ** (DIGITS[currency ?? ''] ?? 2));
  return currency ? `${sum} ${currency}` : sum;
}
