import * as z from 'zod';
import { contact, readQuery } from './contact.ts';
import { contactSort, sortOrder } from './contact-filter.ts';
import { contactCreate, contactPatch } from './contact-input.ts';
import { foundDuplicates } from './contact-merge.ts';
import { defineOperations } from './schema/operation.ts';
import { affectedIds, cursor, pagination, take, text, warned } from './schema/primitives.ts';

const one = () => z.object({ contact: contact(), ...warned() });

export const contacts = defineOperations({
  list_contacts: {
    summary: 'List contacts',
    description:
      'Lists contacts, newest first, or finds them by the beginnings of words in name, company, job title and e-mail address, or by a phone number in any spelling. Archived ones are left out unless `archived` asks for them, and so are the parts of a contact that `include` does not name.',
    method: 'GET',
    path: '/v2/contacts',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () =>
      z.strictObject({
        searchQuery: text(500).optional().meta({
          description:
            'Beginnings of words in name, company, job title or e-mail, or a phone number however it is written, also its end alone; case and accents do not matter.',
          toolDescription: 'words of the name, company, job title or e-mail, or their beginnings, or a phone number',
        }),
        archived: z.boolean().default(false).meta({
          description: 'Whether to list the archived contacts instead of the others.',
          toolDescription: 'true: the archived instead of the others',
        }),
        sort: contactSort().default('created_at').meta({
          description: 'What to order by; `created_at` if left out.',
          toolDescription: 'created_at if left out',
        }),
        order: sortOrder().default('desc').meta({
          description: 'Ascending or descending; `desc` if left out.',
          toolDescription: 'desc if left out: newest, Z to A',
        }),
        take: take(100, 500),
        cursor: cursor().optional(),
        ...readQuery(),
      }),
    data: () =>
      z.object({
        contacts: z.array(contact()).describe('The contacts, in order.'),
        pagination: pagination(),
        ...warned(),
      }),
  },
  create_contact: {
    summary: 'Create a contact',
    description:
      'Creates one contact. The answer names contacts that are almost certainly the same person, archived ones too, if there are any. A contact with a profile on a social network soon joins your group of that name, such as LinkedIn.',
    method: 'POST',
    path: '/v2/contacts',
    effect: 'create',
    idempotency: 'required',
    envelope: 'v2',
    status: 201,
    body: contactCreate,
    data: () => z.object({ contact: contact(), ...warned(), ...foundDuplicates() }),
  },
  get_contact: {
    summary: 'Get a contact',
    description: 'Answers one contact with all its parts. One that was merged away is a 404 that names the survivor.',
    method: 'GET',
    path: '/v2/contacts/{contactId}',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () => {
      const { include, select } = readQuery();
      return z.strictObject({ include: include.meta({ toolDescription: 'needless: all parts come' }), select });
    },
    data: one,
  },
  get_contact_v1: {
    summary: 'Get a contact (v1)',
    description:
      'Answers one contact in the v1 envelope. Its LinkedIn data, numbers and place come only when `include` names `linkedin_data`, `groups_count` or `coordinates`.',
    method: 'GET',
    path: '/v1/contacts/{contactId}',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v1',
    query: () => {
      const { include, select } = readQuery();
      const others = 'parts beside the usual: linkedin_data, groups_count, coordinates';
      return z.strictObject({ include: include.meta({ toolDescription: others }), select });
    },
    data: () => contact().extend(warned()),
    bareName: 'contact',
  },
  update_contact: {
    summary: 'Change a contact',
    description:
      'Changes the given fields of a contact; null clears a field, and a list replaces the old one. `add_…` and `remove_…` change a list without replacing it, and tags and relations take `append`, `remove` and `replace`.',
    method: 'PATCH',
    path: '/v2/contacts/{contactId}',
    effect: 'update',
    idempotency: 'required',
    envelope: 'v2',
    body: contactPatch,
    data: one,
  },
  delete_contact: {
    summary: 'Delete a contact',
    description:
      'Deletes a contact with its details, values and favorites. Notes and reminders stay while they are about somebody else too. For 30 days restore_from_trash brings it back, with all that went with it.',
    method: 'DELETE',
    path: '/v2/contacts/{contactId}',
    effect: 'delete',
    idempotency: 'optional',
    envelope: 'v2',
    data: affectedIds,
  },
});
