import * as z from 'zod';
import { contact, includeQuery, readQuery } from './contact.ts';
import { contactSort, near, where } from './contact-filter.ts';
import { contactCreate, contactPatch, contactUpdate } from './contact-input.ts';
import { creationInParts, mergeInParts } from './division.ts';
import { defineOperations, once } from './operation.ts';
import {
  affectedIds,
  bulkResult,
  cursor,
  email,
  ids,
  itemError,
  pagination,
  paging,
  take,
  text,
  uuid,
} from './schema/primitives.ts';

const order = () => z.enum(['asc', 'desc']);
const page = () => z.object({ contacts: z.array(contact()), pagination: pagination() });
const one = () => z.object({ contact: contact() });

const batch = () =>
  z.object({
    requested: z.int(),
    committed: z.int(),
    committedThrough: z.int(),
    chunkSize: z.int(),
    chunks: z.array(
      z.object({
        index: z.int(),
        offset: z.int(),
        count: z.int(),
        status: z.enum(['committed', 'failed']),
        error: itemError().optional(),
      }),
    ),
    failedRows: z.array(z.object({ index: z.int(), id: z.string().optional(), error: itemError() })),
  });

const mergeGroup = () =>
  z.union([
    z.array(uuid()).min(2, 'must name at least two contacts').max(100),
    z.strictObject({
      contactIds: z.array(uuid()).min(2, 'must name at least two contacts').max(100),
      primaryContactId: uuid().optional(),
    }),
  ]);

/** From the surest; asking for one means that one or better. */
export const CONFIDENCES = ['certain', 'likely', 'possible'] as const;

/** Contacts that may be one person, the one that a merge would keep first. */
const duplicate = once(() =>
  z
    .object({
      contactIds: z.array(uuid()),
      confidence: z.enum(CONFIDENCES),
      score: z.number(),
      reasons: z.array(z.string()),
      contacts: z.array(contact()).optional(),
    })
    .meta({ id: 'Duplicate' }),
);

/** What a create tells of contacts that are almost certainly there already; absent when there are none. */
const told = () => ({ duplicates: z.array(duplicate()).optional() });

export const contacts = defineOperations({
  list_contacts: {
    method: 'GET',
    path: '/v2/contacts',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () =>
      z.strictObject({
        searchQuery: text(500).optional(),
        archived: z.boolean().default(false),
        sort: contactSort().default('created_at'),
        order: order().default('desc'),
        take: take(100, 500),
        cursor: cursor().optional(),
        ...readQuery(),
      }),
    data: page,
  },
  create_contact: {
    method: 'POST',
    path: '/v2/contacts',
    effect: 'create',
    idempotency: 'required',
    envelope: 'v2',
    status: 201,
    body: contactCreate,
    data: () => z.object({ contact: contact(), ...told() }),
  },
  get_contact: {
    method: 'GET',
    path: '/v2/contacts/{contactId}',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () => z.strictObject(readQuery()),
    data: one,
  },
  get_contact_v1: {
    method: 'GET',
    path: '/v1/contacts/{contactId}',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v1',
    query: () => z.strictObject(readQuery()),
    data: contact,
    bareName: 'contact',
  },
  update_contact: {
    method: 'PATCH',
    path: '/v2/contacts/{contactId}',
    effect: 'update',
    idempotency: 'required',
    envelope: 'v2',
    body: contactPatch,
    data: one,
  },
  delete_contact: {
    method: 'DELETE',
    path: '/v2/contacts/{contactId}',
    effect: 'delete',
    idempotency: 'optional',
    envelope: 'v2',
    data: affectedIds,
  },
  bulk_create_contacts: {
    method: 'POST',
    path: '/v2/contacts/batch',
    effect: 'create',
    idempotency: 'required',
    envelope: 'v2',
    status: 201,
    rowsFailAlone: { list: 'contacts', flag: 'continueOnError' },
    divides: creationInParts,
    body: () =>
      z.strictObject({
        contacts: z
          .array(contactCreate())
          .min(1, 'must not be empty')
          .max(500, 'must have at most 500 entries')
          .meta({
            tool: {
              type: 'array',
              items: { type: 'object', properties: { full_name: { type: 'string' } } },
              description: 'as in create_contact, such as company, contact_emails [{email}], tags_contacts [{tag_id}]',
            },
          }),
        continueOnError: z.boolean().default(false),
      }),
    data: () => z.object({ contacts: z.array(contact()), pagination: pagination(), batch: batch(), ...told() }),
  },
  bulk_update_contacts: {
    method: 'PUT',
    path: '/v1/contacts',
    effect: 'update',
    idempotency: 'optional',
    envelope: 'v1',
    listArgument: 'updates',
    body: () =>
      z
        .array(z.strictObject({ contactId: uuid(), data: contactUpdate() }))
        .min(1, 'must not be empty')
        .max(500, 'must have at most 500 entries')
        .meta({
          tool: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                contactId: { type: 'string' },
                data: { type: 'object', properties: {}, description: 'as in update_contact' },
              },
            },
          },
        }),
    data: () => z.object({ count: z.int() }),
  },
  bulk_delete_contacts: {
    method: 'POST',
    path: '/v2/contacts/batch-delete',
    effect: 'delete',
    idempotency: 'optional',
    envelope: 'v2',
    body: () => z.strictObject({ contactIds: ids(500) }),
    data: bulkResult,
  },
  filter_contacts: {
    method: 'POST',
    path: '/v2/contacts/filter',
    filter: { in: 'body', name: 'where' },
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    body: () =>
      z.strictObject({
        where: where().optional(),
        near: near().optional(),
        sort: contactSort().optional(),
        order: order().optional(),
        take: take(50, 200),
        cursor: cursor().optional(),
        ...readQuery(),
      }),
    data: page,
  },
  count_contacts: {
    method: 'GET',
    path: '/v2/contacts/count',
    filter: { in: 'query', name: 'where' },
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () =>
      z.strictObject({
        where: where()
          .optional()
          .meta({ tool: { type: 'object', properties: {}, description: 'as in filter_contacts' } }),
      }),
    data: () => z.object({ count: z.int() }),
  },
  find_contacts_by_email: {
    method: 'POST',
    path: '/v2/contacts/by-emails',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    body: () => z.strictObject({ emails: z.array(email()).min(1, 'must not be empty').max(100), ...includeQuery() }),
    data: () => z.object({ contacts: z.array(contact()) }),
  },
  find_duplicate_contacts: {
    method: 'GET',
    path: '/v2/contacts/duplicates',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () =>
      z.strictObject({
        contactId: uuid().optional(),
        confidence: z.enum(CONFIDENCES).default('possible'),
        ...includeQuery(),
        ...paging(),
      }),
    data: () => z.object({ duplicates: z.array(duplicate()), pagination: pagination() }),
  },
  merge_contacts: {
    method: 'POST',
    path: '/v2/contacts/merge',
    effect: 'delete',
    idempotency: 'required',
    envelope: 'v2',
    divides: mergeInParts,
    body: () =>
      z.strictObject({
        contactIds: z
          .array(mergeGroup())
          .min(1, 'must not be empty')
          .max(50, 'must have at most 50 groups')
          .meta({
            tool: {
              type: 'array',
              items: { type: 'array', items: { type: 'string' } },
              description: 'groups of ids',
            },
          }),
      }),
    data: () =>
      z.object({
        merged: z.array(contact()),
        failed: z.array(z.object({ contactIds: z.array(z.string()), error: itemError() })),
      }),
  },
  undo_contact_merge: {
    method: 'POST',
    path: '/v2/contacts/{contactId}/undo-merge',
    // It brings contacts back, and said twice it takes back the merge before as well.
    effect: 'create',
    idempotency: 'required',
    envelope: 'v2',
    data: () => z.object({ contacts: z.array(contact()) }),
  },
});
