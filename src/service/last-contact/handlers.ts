import type { OperationName } from '../../contract/operations.ts';
import { KithError } from '../../shared/error.ts';
import type { Handlers } from '../runtime/handler.ts';
import { dismissOffer, listDismissals, offerAgain } from './dismissed.ts';
import { listOffers, type Offer } from './offers.ts';

type Names = Extract<
  OperationName,
  'list_suggested_contacts' | 'dismiss_suggested_contact' | 'offer_suggested_contact_again'
>;

const MAX_SUGGESTIONS = 500;
const MAX_DISMISSALS = 500;

export const suggestedContactHandlers: Handlers<Names> = {
  async list_suggested_contacts(context) {
    const offers = await listOffers(context);
    const dismissed_contacts = (await listDismissals(context)).slice(0, MAX_DISMISSALS);
    return { suggested_contacts: offers.slice(0, MAX_SUGGESTIONS).map(viewOffer), dismissed_contacts };
  },

  async dismiss_suggested_contact(context, { path, body }) {
    const id = path.suggestedContactId!;
    const { address } = (await listOffers(context)).find((one) => one.id === id) ?? absent('suggested');
    return { dismissed_contact: await dismissOffer(context, address, body.how) };
  },

  async offer_suggested_contact_again(context, { path }) {
    return { dismissed_contact: (await offerAgain(context, path.suggestedContactId!)) ?? absent('dismissed') };
  },
};

const viewOffer = ({ last, ...offer }: Offer) => ({ ...offer, last_contact_at: last });

function absent(state: 'suggested' | 'dismissed'): never {
  throw new KithError('NotFound', `No contact with this id is ${state}.`, {
    hint: 'list_suggested_contacts lists them.',
  });
}
