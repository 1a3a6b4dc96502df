import * as z from 'zod';
import { once } from '../shared/once.ts';
import { contactSort, filterInTools, where } from './contact-filter.ts';
import { sentUnder } from './schema/answered-times.ts';
import { defineOperations } from './schema/operation.ts';
import {
  affectedIds,
  anyObject,
  idOf,
  nullableText,
  owner,
  ownId,
  pagination,
  paging,
  recordName,
  stamps,
  warned,
} from './schema/primitives.ts';

export const view = once(() =>
  z
    .object({
      id: ownId(),
      ...owner(),
      group_id: z.string().nullable().describe('The group that the view belongs to; null for none.'),
      name: z.string().describe('Name of the view.'),
      emoji: z.string().nullable().describe('Emoji shown next to the name.'),
      filters: anyObject()
        .register(sentUnder, { schema: where })
        .describe('The conditions, as in `where` of `filter_contacts`.'),
      sort: z.string().nullable().describe('Sort key of the contacts; null for the default order.'),
      ...stamps(),
    })
    .meta({ id: 'View', description: 'A saved search for contacts.' }),
);

export const viewFields = () =>
  z.strictObject({
    name: recordName().describe('Name of the view; must not be blank.'),
    emoji: nullableText(100).optional().describe('Emoji shown next to the name; null clears it.'),
    group_id: idOf('group').nullable().optional().meta({
      description: 'The group that the view belongs to; null for none.',
      toolDescription: 'the group it belongs to',
    }),
    filters: where()
      .optional()
      .meta({
        description: 'The conditions, as in `where` of `filter_contacts`.',
        tool: filterInTools('all conditions of where in filter_contacts'),
      }),
    sort: contactSort()
      .nullable()
      .optional()
      .meta({
        description: 'Sort key of the contacts; null for the default order.',
        tool: { type: 'string' },
        toolDescription: 'as in filter_contacts',
        toolExamples: ['full_name'],
      }),
  });

const one = () => z.object({ view: view() });

export const views = defineOperations({
  list_views: {
    summary: 'List views',
    description: 'Lists saved searches by name.',
    method: 'GET',
    path: '/v2/views',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () => z.strictObject(paging()),
    data: () =>
      z.object({
        views: z.array(view()).describe('The views, by name.'),
        pagination: pagination(),
        ...warned(),
      }),
  },
  create_view: {
    summary: 'Create a view',
    description: 'Saves a contact search under a name. To run it, send its `filters` as `where` to `filter_contacts`.',
    method: 'POST',
    path: '/v2/views',
    effect: 'create',
    idempotency: 'required',
    envelope: 'v2',
    status: 201,
    wrapper: 'view',
    filter: { in: 'body', name: 'filters' },
    body: () => viewFields().describe('The view to save.'),
    data: one,
  },
  get_view: {
    summary: 'Get a view',
    description: 'Returns one saved search with its filters.',
    method: 'GET',
    path: '/v2/views/{viewId}',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    data: one,
  },
  update_view: {
    summary: 'Change a view',
    description: 'Changes the given fields of a saved search; omitted fields are kept.',
    method: 'PATCH',
    path: '/v2/views/{viewId}',
    effect: 'update',
    idempotency: 'required',
    envelope: 'v2',
    wrapper: 'view',
    filter: { in: 'body', name: 'filters' },
    body: () => viewFields().partial().describe('The fields to change.'),
    data: one,
  },
  delete_view: {
    summary: 'Delete a view',
    description: 'Deletes a saved search and its favorites. The contacts it finds are kept.',
    method: 'DELETE',
    path: '/v2/views/{viewId}',
    effect: 'delete',
    idempotency: 'optional',
    envelope: 'v2',
    data: affectedIds,
  },
});
