import { KithError } from '../../../shared/error.ts';
import { isRecord, recordsIn } from '../../../shared/records.ts';
import { countLeftOut, type ListName, type MonicaAccount, newAccount, type Person, type Row } from './account.ts';
import { textOf } from './row-reader.ts';

// Monica 4.x writes an account as `{ version, app_version, account: { data: [{ type, values }], properties, instance }
// }`. Each record has columns beside `uuid`, and more under `properties`. Types and genders are in `instance` and are
// referenced by UUID.

/** Whether a JSON value is a Monica export. */
export const isMonica = (value: unknown): value is Row & { account: Row } =>
  isRecord(value) && isRecord(value.account) && typeof value.version === 'string' && 'app_version' in value;

const READS = '1.0';

/** Reads Monica's JSON export. Throws if its version is unsupported. */
export function readMonicaJson({ version: written, account: exported }: Row & { account: Row }): MonicaAccount {
  const version = textOf(written);
  if (!version.startsWith(READS)) {
    throw new KithError('BadRequest', `The Monica export has version ${version}, but kith supports only ${READS}.`);
  }
  const names = instanceNames(exported);
  const account = newAccount();
  const [data, properties] = [collections(exported.data), isRecord(exported.properties) ? exported.properties : {}];
  const photos = byUuid(data.get('photo'));
  const documents = byUuid(data.get('document'));
  const took = new Map<string, string[]>();
  for (const raw of data.get('contact') ?? []) {
    if (!isRecord(raw)) continue;
    const person = personOf(raw, names, photos, documents);
    account.people.push(person);
    for (const activity of uuidsOf(collections(raw.data).get('activity'))) {
      const known = took.get(activity);
      if (known) known.push(person.key);
      else took.set(activity, [person.key]);
    }
  }
  nameRecipients(account);
  for (const raw of data.get('activity') ?? []) {
    const row = flat(raw);
    row.type = names.get(textOf(row.type)) ?? row.type;
    account.activities.push({ row, people: took.get(textOf(row.uuid)) ?? [] });
  }
  for (const raw of data.get('relationship') ?? []) {
    const row = flat(raw);
    const [from, to, type] = [textOf(row.contact_is), textOf(row.of_contact), textOf(row.type)];
    account.relationships.push({ from, to, type });
  }
  account.journal = recordsIn(properties.journal_entries).map(flat);
  countLeftOut(account, 'audit log entries', recordsIn(properties.audit_logs).length);
  for (const [type, values] of data)
    if (!PLACED.has(type)) countLeftOut(account, `${type.replaceAll('_', ' ')} records`, values.length);
  return account;
}

/** A gift for a contact's family member refers to that person by UUID. */
function nameRecipients({ people }: MonicaAccount): void {
  const names = new Map(
    people.map(({ key, row }) => [key, [row.first_name, row.last_name].map(textOf).filter(Boolean).join(' ')]),
  );
  for (const { lists } of people)
    for (const gift of lists.gifts ?? []) {
      gift.recipient_name = names.get(textOf(gift.recipient));
      if (gift.recipient_name) gift.recipient = null;
    }
}

/** `user`, `addressbook` and its subscriptions belong to the account, not to people. */
const PLACED = new Set(['contact', 'activity', 'relationship', 'photo', 'document', 'user']);

/** Merges a record's columns and properties. */
function flat(raw: unknown): Row {
  if (!isRecord(raw)) return {};
  const { properties, data: _, ...columns } = raw;
  return { ...columns, ...(isRecord(properties) ? properties : {}) };
}

/** Converts `[{ count, type, values }]` to a map by type. */
function collections(value: unknown): Map<string, unknown[]> {
  const found = new Map<string, unknown[]>();
  for (const { type, values } of recordsIn(value)) {
    if (!Array.isArray(values)) continue;
    const known = found.get(textOf(type)) ?? [];
    found.set(textOf(type), known);
    for (const value of values) known.push(value);
  }
  return found;
}

const byUuid = (values: unknown[] = []): Map<string, Row> =>
  new Map(values.map(flat).map((row) => [textOf(row.uuid), row]));

/** A list of UUIDs or of records with a UUID. */
const uuidsOf = (values: unknown[] = []): string[] =>
  values.map((value) => textOf(isRecord(value) ? value.uuid : value)).filter(Boolean);

/** Names of types and genders by UUID: a key such as `ate_at_home` for predefined ones, otherwise the user's name. */
function instanceNames(account: Row): Map<string, string> {
  const instance = isRecord(account.instance) ? account.instance : {};
  const names = new Map<string, string>();
  for (const kind of ['activity_types', 'life_event_types', 'genders', 'contact_field_types'])
    for (const row of recordsIn(instance[kind]).map(flat))
      names.set(textOf(row.uuid), textOf(row.translation_key) || textOf(row.name));
  for (const row of recordsIn(instance.contact_field_types).map(flat))
    names.set(`kind ${textOf(row.uuid)}`, kindOf(row));
  return names;
}

const kindOf = (row: Row): string => {
  const [type, protocol] = [textOf(row.type), textOf(row.protocol)];
  return type || (protocol === 'mailto:' ? 'email' : protocol === 'tel:' ? 'phone' : '');
};

/** The lists of a contact, by Monica's names for their entries. */
const LIST_OF: Record<string, ListName> = {
  contact_field: 'contact_fields',
  address: 'addresses',
  note: 'notes',
  call: 'calls',
  conversation: 'conversations',
  reminder: 'reminders',
  task: 'tasks',
  gift: 'gifts',
  debt: 'debts',
  pet: 'pets',
  life_event: 'life_events',
};

function personOf(raw: Row, names: Map<string, string>, photos: Map<string, Row>, documents: Map<string, Row>): Person {
  const row = flat(raw);
  const lists: Person['lists'] = {};
  const data = collections(raw.data);
  for (const [type, list] of Object.entries(LIST_OF)) {
    const rows = data.get(type)?.map((value) => named(list, flat(value), names));
    if (rows) lists[list] = rows;
  }
  const avatar = isRecord(row.avatar) ? row.avatar : {};
  const own = textOf(avatar.avatar_photo);
  const shown = textOf(avatar.avatar_source) === 'photo' ? textOf(photos.get(own)?.dataUrl) : '';
  const filesOf = (type: string, files: Map<string, Row>, except = '') =>
    uuidsOf(data.get(type))
      .filter((uuid) => uuid !== except)
      .map((uuid) => ({ original_filename: files.get(uuid)?.original_filename }));
  lists.photos = filesOf('photo', photos, shown ? own : '');
  lists.documents = filesOf('document', documents);
  markBirthday(row, lists.reminders);
  const gender = names.get(textOf(row.gender)) ?? '';
  return { key: textOf(row.uuid), row: { ...row, gender, avatar: shown || textOf(avatar.avatar_external_url) }, lists };
}

/** Replaces references to `instance` by names. */
function named(list: ListName, row: Row, names: Map<string, string>): Row {
  if (list === 'contact_fields') {
    const type = textOf(row.type);
    return { ...row, type: names.get(`kind ${type}`) ?? '', type_name: names.get(type) ?? '' };
  }
  if (list === 'conversations')
    return {
      ...row,
      contact_field_type: names.get(textOf(row.contact_field_type)) ?? '',
      messages: recordsIn(row.messages).map(flat),
    };
  if (list === 'life_events') return { ...row, type: names.get(textOf(row.type)) ?? '' };
  if (list === 'debts') return { ...row, currency: isRecord(row.currency) ? row.currency.iso : row.currency };
  return row;
}

/**
 * Finds the birthday reminder, which neither JSON nor the API marks: it is yearly, created by Monica, and on that day.
 */
export function markBirthday(row: Row, reminders: Row[] = []): void {
  const birthdate = isRecord(row.birthdate) ? textOf(row.birthdate.date).slice(5, 10) : '';
  for (const reminder of reminders) {
    const own = reminder.delible === false || reminder.delible === 0;
    const day = textOf(reminder.initial_date).slice(5, 10);
    if (own && textOf(reminder.frequency_type) === 'year' && birthdate && day === birthdate)
      reminder.is_birthday = true;
  }
}
