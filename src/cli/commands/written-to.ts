import type { Client } from '../../client/client.ts';
import { oneLine, say, sayJson } from '../../process/print.ts';
import { withOwnService } from '../../server/composition/own-service.ts';
import { dismissOffer, offerAgain } from '../../service/last-contact/dismissed.ts';
import { listOffers, type Offer } from '../../service/last-contact/offers.ts';
import { KithError } from '../../shared/error.ts';
import type { JsonOption } from '../input/arguments.ts';
import { sayTable } from '../output/table.ts';
import { inList } from '../output/times.ts';
import { nameOf, onePerson } from '../people/who.ts';

interface WrittenToOptions extends JsonOption {
  user?: string | undefined;
  add?: string | undefined;
  to?: string | undefined;
  notNow?: string | undefined;
  never?: string | undefined;
  again?: string | undefined;
}

/** `kith written-to`: people you write to who are in no address book; adds them, or offers them no more. */
export async function runWrittenTo(values: WrittenToOptions): Promise<number> {
  const { add, to, notNow, never, again, user, json } = values;
  if (
    [add, notNow, never, again].filter((one) => one !== undefined).length > 1 ||
    (to !== undefined && add === undefined)
  )
    throw new KithError('BadRequest', 'Give one of --add, --not-now, --never and --again; --to goes with --add.');
  return withOwnService('kith written-to', user, async ({ data, client }) => {
    const offers = await data.read(listOffers);
    const meant = (address: string): Offer => {
      const found = offers.find((one) => one.address === address.trim().toLowerCase());
      if (found) return found;
      throw new KithError('NotFound', `${address} is not offered.`, { hint: 'kith written-to lists those who are.' });
    };
    if (add !== undefined) await say(await added(client, meant(add), to));
    else if (notNow !== undefined || never !== undefined) {
      const { address } = meant((notNow ?? never)!);
      await data.write((context) => dismissOffer(context, address, never === undefined ? 'not now' : 'never'));
      await say(`${oneLine(address)} is not offered ${never === undefined ? 'for 60 days' : 'again'}.\n`);
    } else if (again !== undefined) {
      const address = again.trim().toLowerCase();
      if (!(await data.write((context) => offerAgain(context, { address }))))
        throw new KithError('NotFound', `${again} was not dismissed.`);
      await say(`${oneLine(address)} may be offered again.\n`);
    } else if (json) await sayJson({ offers: offers.map(({ id: _, ...offer }) => offer) }, 0);
    else if (offers.length === 0) await say('Nobody is waiting. kith last-contact counts who you write to.\n');
    else await sayOffers(offers, data.user.time_zone);
    return 0;
  });
}

async function sayOffers(offers: Offer[], zone: string): Promise<void> {
  const rows = offers.map(({ name, address, messages, last }) => [name, address, String(messages), inList(last, zone)]);
  await sayTable(['NAME', ['ADDRESS', 'last'], ['SENT IN 90 DAYS', 'whole'], ['LAST', 'whole']], rows);
  await say('kith written-to --add ADDRESS adds one; --to WHO gives the address to somebody who is there.\n');
}

/** Adds somebody, unless they are almost certainly there already, or gives the address to the person who is meant. */
async function added(client: Client, { name, address, last }: Offer, to: string | undefined): Promise<string> {
  const contact_emails = [{ email: address }];
  if (to !== undefined && to !== 'new') {
    const person = await onePerson(client, to);
    const isLater = !person.last_seen_at || person.last_seen_at < last;
    const changes = { add_emails: contact_emails, ...(isLater && { last_seen_at: last }) };
    await client.call('update_contact', { contactId: person.id, ...changes });
    return `${oneLine(nameOf(person))} has the address ${oneLine(address)} now.\n`;
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
      `${oneLine(name ?? address)} is almost certainly there already: ${[...same].join(', ')}`,
      {
        hint: '--to WHO gives the address to whom it belongs; --to new adds somebody new all the same.',
      },
    );
  }
  const { contact } = (await client.call('create_contact', input)).data;
  return `${oneLine(contact.full_name ?? address)} is added: ${contact.id}\n`;
}
