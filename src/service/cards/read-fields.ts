import { PROFILE_FIELDS } from '../../contract/contact-fields.ts';
import type { CardAddress, CardEntry, CardFields, CardTextField } from '../../shared/cards/fields.ts';
import { groupBy } from '../../shared/lists.ts';
import type { ContactRow } from '../../store/tables.ts';
import type { Context } from '../runtime/context.ts';

/** Columns that cards contain unchanged. */
const COPIED = [
  ...['first_name', 'last_name', 'full_name', 'company', 'job_title', 'description', 'website'],
  ...PROFILE_FIELDS,
] as const satisfies (CardTextField & keyof ContactRow)[];

/** The card fields of contacts, by id. Skips unknown ids and archived contacts. */
export async function readFields({ db, user }: Context, ids: string[]): Promise<Map<string, CardFields>> {
  const contacts = await db
    .selectFrom('contacts')
    .select([...COPIED, 'id', 'image_url', 'birthday', 'birthday_year'])
    .where('user_id', '=', user.user_id)
    .where('id', 'in', ids)
    .where('is_archived', '=', 0)
    .execute();
  const emails = await db
    .selectFrom('contact_emails')
    .select(['contact_id', 'email', 'label'])
    .where('user_id', '=', user.user_id)
    .where('contact_id', 'in', ids)
    .orderBy('ranking')
    .orderBy('id')
    .execute();
  const phones = await db
    .selectFrom('contact_phone_numbers')
    .select(['contact_id', 'phone_number', 'label'])
    .where('user_id', '=', user.user_id)
    .where('contact_id', 'in', ids)
    .orderBy('ranking')
    .orderBy('id')
    .execute();
  const addresses = await db
    .selectFrom('legacy_contact_addresses')
    .select(['contact_id', 'street', 'city', 'region', 'postal_code', 'country', 'formatted', 'address_type'])
    .where('user_id', '=', user.user_id)
    .where('contact_id', 'in', ids)
    .orderBy('id')
    .execute();
  const tags = await db
    .selectFrom('tags_contacts as link')
    .innerJoin('tags', (join) => join.onRef('tags.user_id', '=', 'link.user_id').onRef('tags.id', '=', 'link.tag_id'))
    .select(['link.contact_id', 'tags.name'])
    .where('link.user_id', '=', user.user_id)
    .where('tags.user_id', '=', user.user_id)
    .where('link.contact_id', 'in', ids)
    .orderBy('tags.name')
    .execute();
  const ofContact = <R extends { contact_id: string }>(rows: R[]) => {
    const byContact = groupBy(rows, ({ contact_id }) => contact_id);
    return (id: string) => byContact.get(id) ?? [];
  };
  const [emailsOf, phonesOf, addressesOf, tagsOf] = [
    ofContact(emails),
    ofContact(phones),
    ofContact(addresses),
    ofContact(tags),
  ];
  return new Map(
    contacts.map(({ id, ...row }): [string, CardFields] => [
      id,
      {
        ...textsOf(row),
        emails: emailsOf(id).map(({ email, label }) => entry(email, label)),
        phones: phonesOf(id).map(({ phone_number, label }) => entry(phone_number, label)),
        addresses: addressesOf(id).map(
          ({ contact_id: _, address_type, ...parts }): CardAddress => ({
            ...filled(parts),
            ...(address_type && { label: address_type }),
          }),
        ),
        tags: tagsOf(id).map(({ name }) => name),
      },
    ]),
  );
}

type CardColumns = Pick<ContactRow, (typeof COPIED)[number] | 'image_url' | 'birthday' | 'birthday_year'>;

function textsOf({
  image_url,
  birthday,
  birthday_year,
  ...texts
}: CardColumns): Partial<Record<CardTextField, string>> {
  const year = birthday_year ? String(birthday_year).padStart(4, '0') : '-';
  return {
    ...filled(texts),
    ...(image_url && { photo: image_url }),
    ...(birthday && { birthday: `${year}-${birthday.slice(5, 10)}` }),
  };
}

const entry = (value: string, label: string | null): CardEntry => ({ value, ...(label && { label }) });

function filled<K extends string>(values: Record<K, string | null>): Partial<Record<K, string>> {
  const result: Partial<Record<K, string>> = {};
  for (const name in values) {
    const value = values[name];
    if (value) result[name] = value;
  }
  return result;
}
