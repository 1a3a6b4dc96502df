import type { Client } from '../../client/client.ts';
import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { inAccountZone } from '../../mcp/replies/account-zone.ts';
import { oneLine, say, sayJson } from '../../process/print.ts';
import { withPlainClient } from '../../server/composition/open-client.ts';
import { KithError } from '../../shared/error.ts';
import type { JsonOption } from '../input/arguments.ts';
import { sayTable } from '../output/table.ts';
import { inList } from '../output/times.ts';
import { nameOf, onePerson } from '../people/who.ts';

type Offer = DataOf<Operations['list_suggested_contacts']>['suggested_contacts'][number];

interface SuggestedOptions extends JsonOption {
  user?: string | undefined;
  add?: string | undefined;
  to?: string | undefined;
  notNow?: string | undefined;
  never?: string | undefined;
  again?: string | undefined;
}

/** `kith suggested`: lists suggested contacts, adds them, or dismisses them. */
export async function runSuggested(values: SuggestedOptions): Promise<number> {
  const { add, to, notNow, never, again, user, json } = values;
  if (
    [add, notNow, never, again].filter((one) => one !== undefined).length > 1 ||
    (to !== undefined && add === undefined)
  )
    throw new KithError('BadRequest', 'Use only one of --add, --not-now, --never, and --again. --to requires --add.');
  return withPlainClient(async (client) => {
    const { suggested_contacts: offers, dismissed_contacts: dismissed } = (
      await client.call('list_suggested_contacts', {})
    ).data;
    if (add !== undefined) await say(await added(client, offered(offers, add), to));
    else if (notNow !== undefined || never !== undefined) {
      const { id: suggestedContactId, address } = offered(offers, (notNow ?? never)!);
      const how = never === undefined ? 'not_now' : 'never';
      await client.call('dismiss_suggested_contact', { suggestedContactId, how });
      await say(`${oneLine(address)} is not suggested ${never === undefined ? 'for 60 days' : 'again'}.\n`);
    } else if (again !== undefined) {
      const found = withAddress(dismissed, again);
      if (!found) throw new KithError('NotFound', `"${again}" was not dismissed.`);
      await client.call('offer_suggested_contact_again', { suggestedContactId: found.id });
      await say(`${oneLine(found.address)} can be suggested again.\n`);
    } else if (json) await sayJson({ offers: offers.map(shownOffer) }, 0);
    else if (offers.length === 0)
      await say('There are no suggested contacts. To count who you write to, run kith last-contact.\n');
    else await sayOffers(offers, await inAccountZone(client).zone());
    return 0;
  }, user);
}

const withAddress = <T extends { address: string }>(all: T[], address: string): T | undefined =>
  all.find((one) => one.address === address.trim().toLowerCase());

function offered(offers: Offer[], address: string): Offer {
  const found = withAddress(offers, address);
  if (found) return found;
  throw new KithError('NotFound', `"${address}" is not suggested.`, {
    hint: 'List the suggestions with kith suggested.',
  });
}

const shownOffer = ({ address, name, messages, last_contact_at: last }: Offer) => ({ address, name, messages, last });

async function sayOffers(offers: Offer[], zone: string): Promise<void> {
  const rows = offers.map(({ name, address, messages, last_contact_at }) => [
    ...[name, address, String(messages), inList(last_contact_at, zone)],
  ]);
  await sayTable(['NAME', ['ADDRESS', 'last'], ['SENT IN 90 DAYS', 'whole'], ['LAST', 'whole']], rows);
  await say(
    'To add one, run kith suggested --add ADDRESS. With --to WHO, the address is added to an existing person.\n',
  );
}

/** Adds a person, unless they almost certainly exist already, or adds the address to the named person. */
async function added(
  client: Client,
  { name, address, last_contact_at: last }: Offer,
  to: string | undefined,
): Promise<string> {
  const contact_emails = [{ email: address }];
  if (to !== undefined && to !== 'new') {
    const person = await onePerson(client, to);
    const isLater = !person.last_seen_at || person.last_seen_at < last;
    const changes = { add_emails: contact_emails, ...(isLater && { last_seen_at: last }) };
    await client.call('update_contact', { contactId: person.id, ...changes });
    return `${oneLine(nameOf(person))} now has the address ${oneLine(address)}.\n`;
  }
  const input = {
    ...(name !== null && { full_name: name }),
    ...{ contact_emails, last_seen_at: last, source: 'email_ingest' as const },
  };
  const { contact: draft, duplicates = [] } = (await client.call('create_contact', input, { dryRun: true })).data;
  const same = new Set(duplicates.flatMap(({ contactIds }) => contactIds).filter((id) => id !== draft.id));
  if (to === undefined && same.size > 0) {
    throw new KithError(
      'Conflict',
      `${oneLine(name ?? address)} almost certainly exists already: ${[...same].join(', ')}`,
      {
        hint: 'Use --to WHO to add the address to that person, or --to new to create a new person anyway.',
      },
    );
  }
  const { contact } = (await client.call('create_contact', input)).data;
  return `${oneLine(contact.full_name ?? address)} is added: ${contact.id}\n`;
}
