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
      .describe('How far away in kilometers, along the earth; 50 if left out.'),
  });

/** Whether a text is an e-mail address, and if not why. */
export const emailTrouble = (text: string): string | undefined => email().safeParse(text).error?.issues[0]?.message;

/** One bad address among good ones fails alone; where all are bad the request is. */
function refuseIfNoneIsAnEmail({ value, issues }: z.core.ParsePayload<string[]>): void {
  const troubles = value.map(emailTrouble);
  if (troubles.some((trouble) => trouble === undefined)) return;
  for (const [index, message] of troubles.entries())
    issues.push({ code: 'custom', path: [index], message, input: value[index] });
}

export const contactSearch = defineOperations({
  filter_contacts: {
    summary: 'Filter contacts',
    description:
      'Lists the contacts that meet all conditions of `where`, or that live within a distance of a place, or both. With `near`, which goes by coordinates alone, the nearest come first unless `sort` is given. Archived contacts are left out unless `where` says `is_archived`.',
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
          toolDescription: 'around a place, in degrees; radius_km 50 if left out',
        }),
        sort: contactSort().optional().meta({
          description: 'What to order by; `created_at` if left out, and distance with `near`.',
          toolDescription: 'created_at if left out; with near, distance',
        }),
        order: sortOrder().optional().meta({
          description: 'Ascending or descending.',
          toolDescription: 'desc if left out: newest, Z to A',
        }),
        take: take(50, 200),
        cursor: cursor().optional(),
        ...readQuery(),
      }),
    data: () =>
      z.object({
        contacts: z.array(contact()).describe('The contacts, in order.'),
        pagination: pagination(),
        warnings: z
          .array(z.string())
          .optional()
          .describe(
            'Why `near` finds nobody, if few contacts have coordinates, or what is left out to keep the answer small. Absent otherwise.',
          ),
      }),
  },
  count_contacts: {
    summary: 'Count contacts',
    description:
      'Answers how many contacts meet all conditions of `where`; without it, all. Archived contacts are left out unless it says `is_archived`.',
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
            description: 'Conditions that must all be met, in brackets or as JSON text.',
            tool: filterInTools('all conditions of filter_contacts'),
          }),
      }),
    data: () => z.object({ count: z.int().describe('How many contacts there are.') }),
  },
  find_contacts_by_email: {
    summary: 'Find contacts by e-mail address',
    description:
      'Answers the contacts that have one of up to 100 exact e-mail addresses, archived ones too; case does not matter.',
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
          .describe('The addresses, 1 to 100. One that is none is named in `failed`, and the others are looked up.'),
        ...includeQuery(),
      }),
    data: () =>
      z.object({
        contacts: z.array(contact()).describe('The contacts with one of the addresses.'),
        ...warned(),
        failed: z
          .array(z.object({ email: z.string().describe('The text as it was sent.'), error: itemError() }))
          .optional()
          .describe('Texts that are no e-mail addresses; absent when there are none.'),
      }),
  },
});
