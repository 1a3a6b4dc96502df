import * as z from 'zod';
import { contactSort, where } from './contact-filter.ts';
import { defineOperations, once } from './operation.ts';
import {
  affectedIds,
  anyObject,
  nullableText,
  nullableUuid,
  pagination,
  paging,
  recordName,
  uuid,
} from './schema/primitives.ts';

export const view = once(() =>
  z
    .object({
      id: uuid(),
      user_id: z.string(),
      workspace_id: z.string().nullable(),
      group_id: z.string().nullable(),
      name: z.string(),
      emoji: z.string().nullable(),
      filters: anyObject(),
      sort: z.string().nullable(),
      created_at: z.string(),
      updated_at: z.string(),
    })
    .meta({ id: 'View' }),
);

const fields = () =>
  z.strictObject({
    name: recordName(),
    emoji: nullableText(100).optional(),
    group_id: nullableUuid().optional(),
    filters: where()
      .optional()
      .meta({ tool: { type: 'object', properties: {}, description: 'as where in filter_contacts' } }),
    sort: contactSort()
      .nullable()
      .optional()
      .meta({ tool: { type: 'string' } }),
  });

const one = () => z.object({ view: view() });

export const views = defineOperations({
  list_views: {
    method: 'GET',
    path: '/v2/views',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () => z.strictObject(paging()),
    data: () => z.object({ views: z.array(view()), pagination: pagination() }),
  },
  create_view: {
    method: 'POST',
    path: '/v2/views',
    effect: 'create',
    idempotency: 'required',
    envelope: 'v2',
    status: 201,
    wrapper: 'view',
    filter: { in: 'body', name: 'filters' },
    body: fields,
    data: one,
  },
  get_view: {
    method: 'GET',
    path: '/v2/views/{viewId}',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    data: one,
  },
  update_view: {
    method: 'PATCH',
    path: '/v2/views/{viewId}',
    effect: 'update',
    idempotency: 'required',
    envelope: 'v2',
    wrapper: 'view',
    filter: { in: 'body', name: 'filters' },
    body: () => fields().partial(),
    data: one,
  },
  delete_view: {
    method: 'DELETE',
    path: '/v2/views/{viewId}',
    effect: 'delete',
    idempotency: 'optional',
    envelope: 'v2',
    data: affectedIds,
  },
});
