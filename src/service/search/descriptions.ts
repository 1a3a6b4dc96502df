import { sql } from 'kysely';
import { PROFILE_FIELDS } from '../../contract/contact-fields.ts';
import { chunked, groupBy } from '../../shared/lists.ts';
import { DESCRIBING_LENGTH, describingTexts } from '../indexing/describing-words.ts';
import type { Context } from '../runtime/context.ts';

/** A person's data apart from the name, as folded texts. */
export interface Description {
  id: string;
  created_at: string;
  texts: string[];
}

const FOLDED = ['company', 'job_title', 'education', 'location', 'description'] as const;

const beginningOf = (column: string) => sql<string>`substr(${sql.ref(column)}, 1, ${sql.lit(DESCRIBING_LENGTH)})`;

/** Loads descriptions of people, including archived ones. */
export async function descriptionsOf(context: Context, contactIds: readonly string[]): Promise<Description[]> {
  const parts: Description[][] = [];
  for (const ids of chunked(contactIds)) parts.push(await readPart(context, ids));
  return parts.flat();
}

async function readPart({ db, user }: Context, ids: string[]): Promise<Description[]> {
  const contacts = await db
    .selectFrom('contacts')
    .select(['id', 'created_at', ...PROFILE_FIELDS])
    .select(FOLDED.map((field) => beginningOf(`folded_${field}`).as(`folded_${field}` as const)))
    .where('user_id', '=', user.user_id)
    .where('id', 'in', ids)
    .execute();
  const emailRows = await db
    .selectFrom('contact_emails')
    .select(['contact_id', 'email'])
    .where('user_id', '=', user.user_id)
    .where('contact_id', 'in', ids)
    .execute();
  const valueRows = await db
    .selectFrom('contacts_custom_fields as value')
    .innerJoin('custom_fields as field', (join) =>
      join.onRef('field.user_id', '=', 'value.user_id').onRef('field.id', '=', 'value.custom_field_id'),
    )
    .select(['value.contact_id', 'field.name', beginningOf('value.folded_value').as('text')])
    .where('value.user_id', '=', user.user_id)
    .where('value.contact_id', 'in', ids)
    .where('value.date_value', 'is', null)
    .execute();
  const emails = groupBy(emailRows, ({ contact_id }) => contact_id);
  const values = groupBy(valueRows, ({ contact_id }) => contact_id);
  return contacts.map((contact) => {
    const own = (emails.get(contact.id) ?? []).map(({ email }) => email);
    const fields = (values.get(contact.id) ?? []).map(({ name, text }) => `${name} ${text}`);
    const profiles = PROFILE_FIELDS.filter((field) => contact[field]);
    return {
      id: contact.id,
      created_at: contact.created_at,
      texts: [...describingTexts(contact, own, fields), ...profiles],
    };
  });
}
