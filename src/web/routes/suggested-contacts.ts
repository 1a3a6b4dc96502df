import type { Client } from '../../client/client.ts';
import { KithError } from '../../shared/error.ts';
import type { Contact } from '../edit/contact-values.ts';
import { asTyped } from '../edit/merge.ts';
import type { Message } from '../layout/page.tsx';
import { goneAt } from '../pages/errors/error-page.tsx';
import {
  addedMessage,
  chooseForOfferPage,
  dismissedMessage,
  SUGGESTED_CONTACTS,
  type SuggestedContact,
  suggestedContactsPage,
} from '../pages/people/suggested-contacts.tsx';
import { seeOther } from '../requests/answers.ts';
import { forPerson, type Sent } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';
import { ifThere } from '../requests/if-there.ts';
import { operationForms } from '../requests/operation-forms.ts';
import type { SignedIn } from '../services/services.ts';

const OLD_PATH = '/people/written-to';
const OFFERED = 20;
const MOST_TYPED = 500;
const INCLUDE = { contact_emails: true, contact_phone_numbers: true } as const;

/** Suggested contacts: people the user writes to. Added with a click, assigned to a contact, or dismissed. */
export function addSuggestedContacts(app: Pages, frame: Frame): void {
  const { page } = forPerson(frame);
  const form = operationForms(app, frame);

  app.get(SUGGESTED_CONTACTS, (context) =>
    page(context, async (viewer) => {
      const { person, client } = viewer;
      const [offers, counting, message] = await Promise.all([
        suggestedFor(viewer),
        client.call('list_counted_accounts', {}),
        messageOf(client, context.req.query()),
      ]);
      const isCounting = counting.data.counted_accounts.some((account) => account.is_on);
      return frame.show(suggestedContactsPage({ person, offers, isCounting, message }));
    }),
  );

  // The old path, which bookmarks may have.
  for (const path of [OLD_PATH, `${OLD_PATH}/*`])
    app.get(path, ({ req }) => {
      const { pathname, search } = new URL(req.url);
      const to = `${SUGGESTED_CONTACTS}${pathname.slice(OLD_PATH.length)}${search}`;
      return new Response(null, { status: 301, headers: { Location: to } });
    });

  app.get(`${SUGGESTED_CONTACTS}/:offer/choose`, (context) =>
    page(context, async (viewer) => {
      const offer = await offerOf(viewer, context.req.param('offer'));
      if (!offer) return frame.refuse(context, 404, goneAt(SUGGESTED_CONTACTS));
      const query = asTyped(context.req.query('name')).slice(0, MOST_TYPED);
      return choice(viewer, offer, query);
    }),
  );

  async function choice(viewer: SignedIn, offer: SuggestedContact, query: string, same?: Contact[]): Promise<Response> {
    const found = query === '' ? [] : await foundBy(viewer.client, query);
    return frame.show(chooseForOfferPage({ person: viewer.person, offer, same, query, found }));
  }

  /** The suggestion was added or dismissed in another window. */
  const offered = (path: string, work: (sent: Sent, offer: SuggestedContact) => Promise<Response>) =>
    form(`${SUGGESTED_CONTACTS}/:offer/${path}`, async (sent) => {
      const offer = await offerOf(sent, sent.context.req.param('offer')!);
      return offer ? work(sent, offer) : seeOther(SUGGESTED_CONTACTS);
    });

  offered('add', async (sent, offer) => {
    const { client, fields, once } = sent;
    const { name, address, last_contact_at: last } = offer;
    const input = {
      ...(name !== null && { full_name: name }),
      contact_emails: [{ email: address }],
      last_seen_at: last,
      source: 'email_ingest' as const,
    };
    if (fields.get('anyway') === null) {
      const { data } = await client.call('create_contact', input, { dryRun: true });
      const ids = (data.duplicates ?? []).flatMap(({ contactIds }) => contactIds);
      const same = await peopleOf(
        client,
        ids.filter((id) => id !== data.contact.id),
      );
      if (same.length > 0) return choice(sent, offer, '', same);
    }
    const { contact } = (await client.call('create_contact', input, once)).data;
    return seeOther(`${SUGGESTED_CONTACTS}?${new URLSearchParams({ added: contact.id })}`);
  });

  offered('attach', async ({ client, fields, once }, { address, last_contact_at: last }) => {
    const contactId = fields.get('contact') ?? '';
    const { contact } = (await client.call('get_contact', { contactId })).data;
    const isLater = !contact.last_seen_at || contact.last_seen_at < last;
    const changes = { add_emails: [{ email: address }], ...(isLater && { last_seen_at: last }) };
    await client.call('update_contact', { contactId, ...changes }, once);
    return seeOther(`${SUGGESTED_CONTACTS}?${new URLSearchParams({ attached: contactId })}`);
  });

  offered('dismiss', async ({ client, fields, once }, { id }) => {
    const how = fields.get('how') === 'never' ? 'never' : 'not_now';
    await client.call('dismiss_suggested_contact', { suggestedContactId: id, how }, once);
    return seeOther(`${SUGGESTED_CONTACTS}?${new URLSearchParams({ dismissed: id, how })}`);
  });

  form(`${SUGGESTED_CONTACTS}/again`, ({ context, client, fields, once }) =>
    ifThere(frame, { context, at: SUGGESTED_CONTACTS }, async () => {
      await client.call('offer_suggested_contact_again', { suggestedContactId: fields.get('dismissed') ?? '' }, once);
      return seeOther(SUGGESTED_CONTACTS);
    }),
  );

  const suggestedFor = async ({ client }: SignedIn): Promise<SuggestedContact[]> =>
    (await client.call('list_suggested_contacts', {})).data.suggested_contacts;

  const offerOf = async (viewer: SignedIn, id: string): Promise<SuggestedContact | undefined> =>
    (await suggestedFor(viewer)).find((one) => one.id === id);
}

async function messageOf(client: Client, query: Record<string, string>): Promise<Message | undefined> {
  const { added, attached, dismissed, how } = query;
  if (dismissed !== undefined) return dismissedMessage(dismissed, how === 'never' ? 'never' : 'not_now');
  const [contact] = await peopleOf(client, [added ?? attached ?? '']);
  return contact && addedMessage(contact, added === undefined ? 'attached' : 'added');
}

async function foundBy(client: Client, searchQuery: string): Promise<Contact[]> {
  return (await client.call('list_contacts', { searchQuery, take: OFFERED, include: INCLUDE })).data.contacts;
}

/** The ids that exist. */
async function peopleOf(client: Client, ids: readonly string[]): Promise<Contact[]> {
  const found: Contact[] = [];
  for (const contactId of new Set(ids.filter(Boolean))) {
    try {
      found.push((await client.call('get_contact', { contactId })).data.contact);
    } catch (error) {
      // A URL may contain anything.
      if (!(error instanceof KithError) || error.status >= 500) throw error;
    }
  }
  return found;
}
