import * as z from 'zod';
import { contact, listedParts, readQuery } from './contact.ts';
import { contactSort, sortOrder } from './contact-filter.ts';
import { contactCreate, contactPatch } from './contact-input.ts';
import { foundDuplicates } from './contact-merge.ts';
import { defineOperations } from './schema/operation.ts';
import { affectedIds, cursor, pagination, take, text, warned } from './schema/primitives.ts';

const one = () => z.object({ contact: contact(), ...warned() });

const listed = () => {
  const { include, select } = readQuery();
  return { include: include.meta(listedParts), select };
};

export const contacts = defineOperations({
  list_contacts: {
    summary: 'List contacts',
    description:
      'Lists contacts, newest first, or finds them by the beginnings of words in name, company, job title, and email address, or by a phone number in any format. Archived contacts are left out unless `archived` is true. Parts of contacts are left out unless `include` names them.',
    method: 'GET',
    path: '/v2/contacts',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () =>
      z.strictObject({
        searchQuery: text(500).optional().meta({
          description:
            'Beginnings of words in name, company, job title, or email address, ignoring case and accents, or a phone number or its last digits in any format.',
          toolDescription: 'name, company, job title or email, or a phone number',
        }),
        archived: z.boolean().default(false).meta({
          description: 'Whether to list archived contacts instead of the others.',
          toolDescription: 'true: archived contacts instead',
        }),
        sort: contactSort().default('created_at').meta({
          description: 'Sort key. Default: `created_at`.',
          toolDescription: 'default: created_at',
        }),
        order: sortOrder().default('desc').meta({
          description: 'Sort order. Default: `desc`.',
          toolDescription: 'default: desc (newest, Z to A)',
        }),
        take: take(100, 500),
        cursor: cursor().optional(),
        ...listed(),
      }),
    data: () =>
      z.object({
        contacts: z.array(contact()).describe('The contacts, in the requested order.'),
        pagination: pagination(),
        ...warned(),
      }),
  },
  create_contact: {
    summary: 'Create a contact',
    description:
      'Creates one contact. The response lists existing contacts that are almost certainly the same person, including archived ones. A contact with a social network profile is soon added to your group for that network, such as LinkedIn.',
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
    description:
      'Returns one contact with all its parts. For a contact that was merged into another, returns a 404 that names the survivor.',
    method: 'GET',
    path: '/v2/contacts/{contactId}',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () => {
      const { include, select } = readQuery();
      return z.strictObject({
        include: include.meta({ toolDescription: 'not needed: all parts are returned' }),
        select,
      });
    },
    data: one,
  },
  get_contact_v1: {
    summary: 'Get a contact (v1)',
    description:
      'Returns one contact in the v1 envelope. LinkedIn data, group counts, and coordinates are returned only if `include` names `linkedin_data`, `groups_count`, or `coordinates`.',
    method: 'GET',
    path: '/v1/contacts/{contactId}',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v1',
    query: () => {
      const { include, select } = readQuery();
      const others = 'additional parts: linkedin_data, groups_count, coordinates';
      return z.strictObject({ include: include.meta({ toolDescription: others }), select });
    },
    data: () => contact().extend(warned()),
    bareName: 'contact',
  },
  update_contact: {
    summary: 'Change a contact',
    description:
      'Changes the given fields of a contact. Null clears a field, and a list replaces the old one. `add_…` and `remove_…` change a list without replacing it; tags and relations accept `append`, `remove`, and `replace`.',
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
      'Deletes a contact with its details, custom field values, and favorites. Notes and reminders about other people too are kept. For 30 days, `restore_from_trash` restores the contact and its data.',
    method: 'DELETE',
    path: '/v2/contacts/{contactId}',
    effect: 'delete',
    idempotency: 'optional',
    envelope: 'v2',
    data: affectedIds,
  },
});
