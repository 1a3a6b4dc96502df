import * as z from 'zod';
import { contact, includeQuery, readQuery } from './contact.ts';
import { contactSort, filterInTools, sortOrder, where } from './contact-filter.ts';
import { coordinates } from './contact-input.ts';
import { defineOperations } from './schema/operation.ts';
import { cursor, email, itemError, pagination, take, text, warned } from './schema/primitives.ts';

const near = () =>
  z.strictObject({
    ...coordinates(),
    radius_km: z
      .number()
      .positive('must be above 0')
      .max(20_040)
      .default(50)
      .describe('Distance in kilometers. Default: 50.'),
  });

/** Returns the reason that a string is not an email address, or undefined if it is one. */
export const emailError = (text: string): string | undefined => email().safeParse(text).error?.issues[0]?.message;

/** Rejects the request only if every address is invalid. Otherwise invalid addresses are reported individually. */
function refuseIfNoneIsAnEmail({ value, issues }: z.core.ParsePayload<string[]>): void {
  const troubles = value.map(emailError);
  if (troubles.some((trouble) => trouble === undefined)) return;
  for (const [index, message] of troubles.entries())
    issues.push({ code: 'custom', path: [index], message, input: value[index] });
}

export const contactSearch = defineOperations({
  filter_contacts: {
    summary: 'Filter contacts',
    description:
      'Lists the contacts that meet all conditions of `where`, live near a place, or both. `near` uses only coordinates and lists the nearest first unless `sort` is given. Archived contacts are left out unless `where` contains `is_archived`.',
    method: 'POST',
    path: '/v2/contacts/filter',
    filter: { in: 'body', name: 'where' },
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    body: () =>
      z.strictObject({
        where: where().optional(),
        near: near().optional().meta({
          description: 'Only contacts around this place.',
          toolDescription: 'around a place, in degrees; radius_km: default 50',
        }),
        sort: contactSort()
          .optional()
          .meta({
            tool: { type: 'string' },
            toolExamples: ['last_seen_at'],
            description: 'Sort key. Default: `created_at`, or distance with `near`.',
            toolDescription: 'as in list_contacts; with near: distance',
          }),
        order: sortOrder().optional().meta({
          description: 'Sort order. Default: `desc`, or nearest first with `near`.',
          toolDescription: 'default: desc (newest, Z to A)',
        }),
        take: take(50, 200),
        cursor: cursor().optional(),
        ...readQuery(),
      }),
    data: () =>
      z.object({
        contacts: z.array(contact()).describe('The contacts, in the requested order.'),
        pagination: pagination(),
        warnings: z
          .array(z.string())
          .optional()
          .describe(
            'Why `near` finds no one if few contacts have coordinates, and omissions that keep the response small. Absent otherwise.',
          ),
      }),
  },
  count_contacts: {
    summary: 'Count contacts',
    description:
      'Returns the number of contacts that meet all conditions of `where`, or of all contacts without it. Archived contacts are left out unless `where` contains `is_archived`.',
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
          .meta({
            description: 'Conditions that must all match, as `where[name]=…` or as a JSON string.',
            tool: filterInTools('all conditions of filter_contacts'),
          }),
      }),
    data: () => z.object({ count: z.int().describe('Number of contacts.') }),
  },
  find_contacts_by_email: {
    summary: 'Find contacts by email address',
    description:
      'Returns the contacts with any of up to 100 exact email addresses, ignoring case, including archived contacts.',
    method: 'POST',
    path: '/v2/contacts/by-emails',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    body: () =>
      z.strictObject({
        emails: z
          .array(text(1_000).meta({ format: 'email' }))
          .min(1, 'must not be empty')
          .max(100)
          .check(refuseIfNoneIsAnEmail)
          .describe('The addresses, 1 to 100. Invalid addresses are listed in `failed`, and the others are looked up.'),
        ...includeQuery(),
      }),
    data: () =>
      z.object({
        contacts: z.array(contact()).describe('Contacts with any of the addresses.'),
        ...warned(),
        failed: z
          .array(z.object({ email: z.string().describe('The string as sent.'), error: itemError() }))
          .optional()
          .describe('Strings that are not email addresses. Absent if there are none.'),
      }),
  },
});
