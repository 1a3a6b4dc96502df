import { emailError } from '../../contract/contact-search.ts';
import type { OperationName } from '../../contract/operations.ts';
import { peopleTerms } from '../../shared/text/phones.ts';
import { newId } from '../../store/ids.ts';
import { normalEmail } from '../common/detail-kinds.ts';
import { NONE_WIDE } from '../contact-rows/conditions.ts';
import { filterContacts } from '../contact-rows/filter.ts';
import { newContactRows } from '../contact-rows/new-rows.ts';
import { countOf, missingCoordinatesWarning, pageOfContacts, pageOfNear } from '../contact-rows/pages.ts';
import { ALL_RELATIONS, readAllContacts, readContact, readContactText, wantedRelations } from '../contact-rows/read.ts';
import { createContact, requireContact, updateContact } from '../contact-rows/save.ts';
import { storedCount } from '../contact-rows/stored-count.ts';
import { withStoredPhotos } from '../photos/photos.ts';
import type { Handler, Handlers, Writer } from '../runtime/handler.ts';
import { deleteContacts } from './delete.ts';
import { pageOfPeople } from './people-found.ts';

type Names = Extract<
  OperationName,
  | 'list_contacts'
  | 'create_contact'
  | 'get_contact'
  | 'get_contact_v1'
  | 'update_contact'
  | 'delete_contact'
  | 'filter_contacts'
  | 'count_contacts'
  | 'find_contacts_by_email'
>;

const getContact: Handler<'get_contact'> = async (context, { path, query }) => {
  const wanted = query.select ? wantedRelations(query.include, query.select) : ALL_RELATIONS;
  return readContact(context, path.contactId!, wanted, query.select);
};

export const contactWriters: { get_contact: Writer<'get_contact'> } = {
  async get_contact(context, request) {
    if (request.query.select) return JSON.stringify(await getContact(context, request));
    return readContactText(context, request.path.contactId!);
  },
};

export const contactHandlers: Handlers<Names> = {
  async list_contacts(context, { query }) {
    const { searchQuery, archived, sort, order, ...page } = query;
    const asked = searchQuery ?? '';
    const terms = peopleTerms(asked, context.user.country);
    return pageOfPeople(context, { query: asked, terms, archived }, { sort, order }, page);
  },

  async create_contact(context, { body }) {
    const rows = newContactRows(context, body.id ?? newId(), await withStoredPhotos(context, body));
    await createContact(context, body, rows);
    const { almostCertainDuplicates } = await import('../matching/check.ts');
    const duplicates = await almostCertainDuplicates(context, [rows]);
    return { ...(await readContact(context, rows.contact.id)), ...(duplicates.length > 0 && { duplicates }) };
  },

  get_contact: getContact,

  async get_contact_v1(context, { path, query }) {
    const { include, select } = query;
    const wanted = new Set(select ? wantedRelations(include, select) : ALL_RELATIONS);
    const asked = (...names: string[]) => names.some((name) => include?.[name] || select?.[name]);
    if (!asked('groups_count', '_count')) wanted.delete('_count');
    const { contact: view, warnings } = await readContact(context, path.contactId!, wanted, select);
    if (!asked('linkedin_data')) delete view.linkedin_data;
    for (const field of ['latitude', 'longitude'] as const) if (!asked('coordinates', field)) delete view[field];
    return { ...view, ...(warnings && { warnings }) };
  },

  async update_contact(context, { path, body }) {
    await updateContact(context, path.contactId!, body);
    return readContact(context, path.contactId!);
  },

  async delete_contact(context, { path }) {
    await requireContact(context, path.contactId!);
    await deleteContacts(context, [path.contactId!]);
    return { affected: 1, ids: [path.contactId!] };
  },

  async filter_contacts(context, { body }) {
    const { where = {}, near, sort, order, ...page } = body;
    const contacts = await filterContacts(context, where);
    const list = ['filter_contacts', where, near];
    const chosen = { sort: sort ?? 'created_at', order: order ?? 'desc' } as const;
    if (!near) return pageOfContacts(context, contacts, list, chosen, page);
    const found = await pageOfNear(context, contacts, list, near, sort ? chosen : 'distance', page);
    if (found.contacts.length > 0 || page.cursor !== undefined) return found;
    const warnings = await missingCoordinatesWarning(contacts);
    return warnings.length > 0 ? { ...found, warnings } : found;
  },

  async count_contacts(context, { query }) {
    const { where = {} } = query;
    const kept = await storedCount(context, where);
    return { count: kept ?? (await countOf(await filterContacts(context, where, NONE_WIDE))) };
  },

  async find_contacts_by_email(context, { body }) {
    const { db, user } = context;
    const troubles = body.emails.map((email) => ({ email, message: emailError(email) }));
    const emails = troubles.flatMap(({ email, message }) => (message === undefined ? [normalEmail(email)] : []));
    const failed = troubles.flatMap(({ email, message }) =>
      message === undefined ? [] : [{ email, error: { code: 'BadRequest', message } }],
    );
    const holders = await db
      .selectFrom('contact_emails')
      .select('contact_id')
      .distinct()
      .where('user_id', '=', user.user_id)
      .where('normal', 'in', emails)
      .orderBy('contact_id')
      .execute();
    const wanted = new Set([...wantedRelations(body.include, undefined), 'contact_emails' as const]);
    const ids = holders.map(({ contact_id }) => contact_id);
    return { ...(await readAllContacts(context, ids, wanted)), ...(failed.length > 0 && { failed }) };
  },
};
