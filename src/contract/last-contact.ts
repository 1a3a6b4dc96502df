import * as z from 'zod';
import { once } from '../shared/once.ts';
import { ACCOUNT_PROVIDERS } from './agenda.ts';
import { answeredTime } from './schema/answered-times.ts';
import { defineOperations } from './schema/operation.ts';
import { ownId } from './schema/primitives.ts';

const isOn = () => z.boolean().describe('Whether mail and meetings of the account count as contact.');

const countedAccount = once(() =>
  z
    .object({
      id: ownId(),
      email: z.string().describe('Email address of the account, or name of the calendar.'),
      provider: z.enum(ACCOUNT_PROVIDERS).describe('Provider of the account. `ICS`: a calendar with a published URL.'),
      is_on: isOn(),
      counted_until: answeredTime().nullable().describe('The end of the last count; null before the first.'),
    })
    .meta({
      id: 'CountedAccount',
      description: 'A connected account, and whether its mail and meetings count as contact.',
    }),
);

const suggestedId = () => z.string().describe('Id, derived from the address.');
const address = () => z.string().describe('The email address. Other people wrote it.');

const suggestedContact = once(() =>
  z
    .object({
      id: suggestedId(),
      address: address(),
      name: z.string().nullable().describe('Name in mail headers, written by other people; null if none.'),
      messages: z.int().describe('Number of messages sent to them in the last 90 days.'),
      last_contact_at: answeredTime().describe('Last mail or meeting with them.'),
    })
    .meta({ id: 'SuggestedContact', description: 'A person the user writes to who is not a contact.' }),
);

const dismissedContact = once(() =>
  z
    .object({
      id: suggestedId(),
      address: address(),
      until: answeredTime().nullable().describe('When it can be suggested again; null for never.'),
    })
    .meta({ id: 'DismissedContact', description: 'An address that is not suggested.' }),
);

const shared = { envelope: 'v2', offered: ['api', 'web', 'cli'] } as const;
const oneDismissed = () => z.object({ dismissed_contact: dismissedContact() });
const DISMISSAL = '/v2/suggested-contacts/{suggestedContactId}/dismissal';

/** Last contact by mail and meetings in connected accounts, and suggested contacts. */
export const lastContact = defineOperations({
  list_counted_accounts: {
    summary: 'List accounts that count as contact',
    description:
      'Lists the connected accounts and whether their mail and meetings count as contact. Accounts do not count until they are switched on.',
    method: 'GET',
    path: '/v2/last-contact/accounts',
    effect: 'read',
    idempotency: 'none',
    management: true,
    data: () =>
      z.object({
        counted_accounts: z.array(countedAccount()).describe('The connected accounts.'),
        last_error: z.string().nullable().describe('Why the last automatic count failed; null if it succeeded.'),
      }),
    ...shared,
  },
  update_counted_account: {
    summary: 'Switch counting for an account on or off',
    description:
      'Switches on or off whether an account counts for last contact. Once on, it is counted soon, 90 days back, and then daily. Switching it off deletes its counts; contacts keep their times.',
    method: 'PATCH',
    path: '/v2/last-contact/accounts/{accountId}',
    effect: 'update',
    idempotency: 'optional',
    management: true,
    body: () => z.strictObject({ is_on: isOn() }),
    data: () => z.object({ counted_account: countedAccount() }),
    ...shared,
  },
  count_last_contact: {
    summary: 'Count last contact',
    description:
      'Counts the mail and meetings of the accounts that are on, since their last count. `soon` returns immediately, and the server counts within a minute; `now` returns the report, which can take minutes.',
    method: 'POST',
    path: '/v2/last-contact/count',
    effect: 'update',
    idempotency: 'optional',
    management: true,
    body: () =>
      z.strictObject({
        mode: z.enum(['soon', 'now']).optional().describe('When to count. Default: `soon`.'),
      }),
    data: () =>
      z.object({
        report: z
          .object({
            accounts: z
              .array(
                z.object({
                  email: z.string().describe('The account.'),
                  since: answeredTime().describe('The start of the counted time.'),
                  until: answeredTime().describe('The end of the counted time.'),
                }),
              )
              .describe('The accounts whose count completed.'),
            changed: z.int().describe('Number of contacts whose last-contact time moved forward.'),
            warnings: z
              .array(z.string())
              .describe('Accounts that could not be read, such as `account:<email>: <reason>`.'),
            is_canceled: z.boolean().describe('Whether the count was canceled. The next count continues from there.'),
          })
          .nullable()
          .describe('Result of the count; null for `soon`.'),
      }),
    ...shared,
  },
  list_suggested_contacts: {
    summary: 'List suggested contacts',
    description:
      'Lists people the user writes to who are not contacts: at least three messages over two weeks in the last 90 days, from accounts that count. At most 500, the most written to first.',
    method: 'GET',
    path: '/v2/suggested-contacts',
    effect: 'read',
    idempotency: 'none',
    data: () =>
      z.object({
        suggested_contacts: z.array(suggestedContact()).describe('The suggested contacts, the most written to first.'),
        dismissed_contacts: z.array(dismissedContact()).describe('The dismissed addresses, at most 500, latest first.'),
      }),
    ...shared,
  },
  dismiss_suggested_contact: {
    summary: 'Dismiss a suggested contact',
    description: 'Stops suggesting a person for 60 days (`not_now`) or permanently (`never`).',
    method: 'POST',
    path: DISMISSAL,
    effect: 'update',
    idempotency: 'optional',
    textIds: true,
    body: () => z.strictObject({ how: z.enum(['not_now', 'never']).describe('For 60 days, or permanently.') }),
    data: oneDismissed,
    ...shared,
  },
  offer_suggested_contact_again: {
    summary: 'Undo the dismissal of a suggestion',
    description: 'Allows a dismissed address to be suggested again.',
    method: 'DELETE',
    path: DISMISSAL,
    effect: 'update',
    idempotency: 'optional',
    textIds: true,
    data: oneDismissed,
    ...shared,
  },
});
