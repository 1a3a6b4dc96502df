import { contactTitle } from '../../../client/contact-names.ts';
import type { Operations } from '../../../contract/operations.ts';
import type { DataOf } from '../../../contract/schema/operation.ts';
import type { Contact } from '../../edit/contact-values.ts';
import { Field } from '../../layout/fields.tsx';
import type { Message, PageContent } from '../../layout/page.tsx';
import { DayOf, NAMELESS, OneButton, PersonLink, Section } from '../../layout/parts.tsx';
import type { Person } from '../../services/services.ts';
import { CHOOSE_CONTACT, SUGGESTED as WORDS } from '../../words/suggested-contacts.ts';

export type SuggestedContact = DataOf<Operations['list_suggested_contacts']>['suggested_contacts'][number];

export const SUGGESTED_CONTACTS = '/people/suggested';

const nameOf = ({ name, address }: SuggestedContact): string => name ?? address;
const offerPath = ({ id }: Pick<SuggestedContact, 'id'>): string => `${SUGGESTED_CONTACTS}/${encodeURIComponent(id)}`;

/** The maximum on a page. */
const SHOWN = 25;

interface Shown {
  person: Person;
  offers: SuggestedContact[];
  /** Whether any account is counted. */
  isCounting: boolean;
  message?: Message | undefined;
}

/** People the user writes to who are in no address book. */
export function suggestedContactsPage({ person, offers, isCounting, message }: Shown): PageContent {
  return {
    title: WORDS.title,
    email: person.email,
    here: '/people',
    message,
    main: (
      <>
        <header>
          <h1>{WORDS.title}</h1>
          <p class="quiet">{WORDS.lead}</p>
        </header>
        <Section id="offers" title={WORDS.list}>
          {offers.length === 0 && <p>{isCounting ? WORDS.none : WORDS.off}</p>}
          {offers.length > 0 && (
            <ul class="rows">
              {offers.slice(0, SHOWN).map((offer) => (
                <Offer offer={offer} zone={person.time_zone} />
              ))}
            </ul>
          )}
          {offers.length > SHOWN && <p class="quiet">{WORDS.more(offers.length - SHOWN)}</p>}
          <p>
            <a href="/settings/accounts">{WORDS.settings}</a>
          </p>
        </Section>
      </>
    ),
  };
}

const Offer = ({ offer, zone }: { offer: SuggestedContact; zone: string }) => (
  <li>
    <About offer={offer} zone={zone} />
    <div class="actions">
      <OneButton action={`${offerPath(offer)}/add`} kind="primary">
        {WORDS.add}
        <Unseen of={offer} />
      </OneButton>
      <a class="button" href={`${offerPath(offer)}/choose`}>
        {WORDS.someone}
        <Unseen of={offer} />
      </a>
      <OneButton action={`${offerPath(offer)}/dismiss`} fields={{ how: 'not_now' }}>
        {WORDS.notNow}
        <Unseen of={offer} />
      </OneButton>
      <OneButton action={`${offerPath(offer)}/dismiss`} fields={{ how: 'never' }}>
        {WORDS.never}
        <Unseen of={offer} />
      </OneButton>
    </div>
  </li>
);

const Unseen = ({ of }: { of: SuggestedContact }) => (
  <span class="unseen">
    {' '}
    <bdi>{nameOf(of)}</bdi>
  </span>
);

const About = ({ offer, zone }: { offer: SuggestedContact; zone: string }) => (
  <div class="about">
    <strong>
      <bdi>{nameOf(offer)}</bdi>
    </strong>
    <p class="quiet small">
      {offer.name !== null && (
        <>
          <bdi>{offer.address}</bdi> ·{' '}
        </>
      )}
      {WORDS.messages(offer.messages)} · {WORDS.last} <DayOf at={offer.last_contact_at} zone={zone} />
    </p>
  </div>
);

interface Choice {
  person: Person;
  offer: SuggestedContact;
  /** A contact who is almost certainly the same person. */
  same?: Contact[] | undefined;
  query: string;
  found: Contact[];
}

/** Assigns an address to a contact. */
export function chooseForOfferPage({ person, offer, same = [], query, found }: Choice): PageContent {
  const path = offerPath(offer);
  const title = CHOOSE_CONTACT.title(nameOf(offer));
  return {
    title,
    email: person.email,
    here: '/people',
    main: (
      <>
        <header>
          <h1>
            <bdi>{title}</bdi>
          </h1>
          <p class="quiet">
            <bdi>{offer.address}</bdi>
          </p>
        </header>
        {same.length > 0 && (
          <Section id="same" title={CHOOSE_CONTACT.same} lead={CHOOSE_CONTACT.sameLead}>
            <People path={path} people={same} />
            <OneButton action={`${path}/add`} fields={{ anyway: 'yes' }}>
              {CHOOSE_CONTACT.anyway}
            </OneButton>
          </Section>
        )}
        <form class="beside" method="get" action={`${path}/choose`}>
          <Field name="name" label={CHOOSE_CONTACT.search} value={query} type="search" required />
          <button type="submit">{CHOOSE_CONTACT.button}</button>
        </form>
        {query !== '' && (
          <Section id="found" title={CHOOSE_CONTACT.results}>
            {found.length === 0 ? <p>{CHOOSE_CONTACT.none}</p> : <People path={path} people={found} />}
          </Section>
        )}
        <p>
          <a href={SUGGESTED_CONTACTS}>{CHOOSE_CONTACT.back}</a>
        </p>
      </>
    ),
  };
}

const People = ({ path, people }: { path: string; people: Contact[] }) => (
  <ul class="rows">
    {people.map((one) => {
      const name = contactTitle(one) ?? NAMELESS;
      const more = [one.job_title, one.company, one.contact_emails?.[0]?.email].filter((text) => text && text !== name);
      return (
        <li>
          <div class="about">
            <strong>
              <PersonLink id={one.id} name={name} />
            </strong>
            <p class="quiet small">
              <bdi>{more.join(', ')}</bdi>
            </p>
          </div>
          <OneButton action={`${path}/attach`} fields={{ contact: one.id }}>
            {CHOOSE_CONTACT.attach}
            <span class="unseen">
              {' '}
              <bdi>{name}</bdi>
            </span>
          </OneButton>
        </li>
      );
    })}
  </ul>
);

/** Confirms that a person was added or got the address. */
export const addedMessage = (contact: Pick<Contact, 'id'> & Partial<Contact>, how: 'added' | 'attached'): Message => ({
  kind: 'success',
  text: <span>{WORDS[how](<PersonLink id={contact.id} name={contactTitle(contact)} />)}</span>,
});

/** Confirms that a suggestion was dismissed, with Undo. */
export const dismissedMessage = (dismissed: string, how: 'not_now' | 'never'): Message => ({
  kind: 'success',
  text: (
    <div class="beside undo">
      <span>{WORDS.dismissed[how]}</span>
      <OneButton action={`${SUGGESTED_CONTACTS}/again`} fields={{ dismissed }}>
        {WORDS.undo}
      </OneButton>
    </div>
  ),
});
