import { shownName } from '../../client/contact-names.ts';
import type { DataOf } from '../../contract/operation.ts';
import type { Operations } from '../../contract/operations.ts';
import type { Message, PageContent } from '../page.tsx';
import type { Person } from '../services.ts';
import { OneButton, PersonLink, Section } from './parts.tsx';

type Page = DataOf<Operations['find_duplicate_contacts']>;
export type Duplicate = Page['duplicates'][number];
type Band = Duplicate['confidence'];

const WORDS = {
  title: 'Duplicates',
  lead: 'Contacts that may be one person. Nothing is merged unless you say so, and a merge can be taken back for 30 days.',
  nameless: 'Somebody without a name',
  contacts: (count: number) => `${count} contacts`,
  more: 'More',
  start: 'To the surest',
  empty: {
    title: 'Nobody is here twice',
    text: 'kith compares names (also nicknames and slips of the hand), e-mails, phone numbers, birthdays, addresses and profiles. After an import, or when you add people, look here again.',
    people: 'To your people',
  },
  merged: 'Merged into',
  undo: 'Undo',
  next: 'Next',
  leftOut: 'is left out of the suggestions from now on.',
};

export const BANDS: Record<Band, { title: string; lead: string }> = {
  certain: {
    title: 'Certain',
    lead: 'They share what only one person has, and nothing speaks against it.',
  },
  likely: { title: 'Likely', lead: 'Much speaks for it: worth a look.' },
  possible: { title: 'Possible', lead: 'More than strangers share, or something speaks against it.' },
};

const REASONS: Record<string, string> = {
  same_email: 'same e-mail',
  similar_email: 'similar e-mails',
  same_phone: 'same phone number',
  similar_phone: 'similar phone numbers',
  same_linkedin: 'same LinkedIn profile',
  same_profile: 'same profile',
  shared_contact_key: 'an e-mail or number that others have too',
  same_name: 'same name',
  similar_name: 'similar names',
  nickname: 'a nickname of the other',
  initials: 'initials that fit',
  names_swapped: 'first and last name swapped',
  same_birthday: 'same birthday',
  similar_birthday: 'similar birthdays',
  same_address: 'same address',
  similar_address: 'similar addresses',
  same_town: 'same town',
  same_company: 'same company',
  same_job_title: 'same job title',
  conflict_first_name: 'but other first names',
  conflict_last_name: 'but other last names',
  conflict_suffix: 'but Junior and Senior',
  conflict_birthday: 'but other birthdays',
  conflict_linkedin: 'but other LinkedIn profiles',
  conflict_address: 'but other addresses',
};

/** What speaks for it, then what speaks against it. */
export const reasonsText = (reasons: readonly string[]): string =>
  [...reasons]
    .sort((a, b) => Number(a.startsWith('conflict_')) - Number(b.startsWith('conflict_')))
    .map((reason) => REASONS[reason] ?? reason.replaceAll('_', ' '))
    .join(', ');

export const pairPath = (ids: readonly string[], more: Iterable<[string, string]> = []): string =>
  `/duplicates/pair?${new URLSearchParams([...ids.map((id): [string, string] => ['id', id]), ...more])}`;

/** How many there are of each band; fewer are known than there are where `isMore`. */
export interface Counts {
  of: Record<Band, number>;
  isMore: boolean;
}

/** A merge that was just made, and the key under which it is taken back once. */
export interface JustMerged {
  contact: Parameters<typeof shownName>[0] & { id: string };
  undoKey: string;
}

interface Shown {
  person: Person;
  page: Page;
  /** Of all pages; undefined on those behind the first. */
  counts: Counts | undefined;
  justMerged?: JustMerged | undefined;
  /** A contact that was just taken out of the suggestions. */
  leftOut?: JustMerged['contact'] | undefined;
  message?: Message | undefined;
}

/** The contacts that may be one person, by how sure that is. */
export function duplicatesPage({ person, page, counts, justMerged, leftOut, message }: Shown): PageContent {
  const bands = (Object.keys(BANDS) as Band[]).map((band) => ({
    band,
    rows: page.duplicates.filter(({ confidence }) => confidence === band),
  }));
  const { nextCursor } = page.pagination;
  return {
    title: WORDS.title,
    email: person.email,
    here: '/duplicates',
    message,
    main: (
      <>
        {justMerged && <MergedNotice {...justMerged} next={page.duplicates[0]} />}
        {leftOut && <LeftOutNotice contact={leftOut} />}
        <header>
          <h1>{WORDS.title}</h1>
          <p class="quiet">{WORDS.lead}</p>
        </header>
        {page.duplicates.length === 0 && (
          <Section id="empty" title={WORDS.empty.title} lead={WORDS.empty.text}>
            <p>
              <a class="button" href="/people">
                {WORDS.empty.people}
              </a>
            </p>
          </Section>
        )}
        {bands
          .filter(({ rows }) => rows.length > 0)
          .map(({ band, rows }) => (
            <Section id={band} title={titleOf(band, counts)} lead={BANDS[band].lead}>
              <ul class="rows">
                {rows.map((duplicate) => (
                  <DuplicateRow duplicate={duplicate} />
                ))}
              </ul>
            </Section>
          ))}
        <p class="actions">
          {nextCursor && (
            <a class="button" href={`/duplicates?${new URLSearchParams({ cursor: nextCursor })}`}>
              {WORDS.more}
            </a>
          )}
          {!counts && <a href="/duplicates">{WORDS.start}</a>}
        </p>
      </>
    ),
  };
}

/** The last of the bands that are counted may go on behind what was counted. */
function titleOf(band: Band, counts: Counts | undefined): string {
  if (!counts) return BANDS[band].title;
  const last = (Object.keys(BANDS) as Band[]).findLast((one) => counts.of[one] > 0);
  return `${BANDS[band].title}: ${counts.of[band]}${counts.isMore && band === last ? '+' : ''}`;
}

function DuplicateRow({ duplicate: { contactIds, contacts = [], reasons } }: { duplicate: Duplicate }) {
  const names = [...new Set(contacts.map((contact) => shownName(contact) ?? WORDS.nameless))];
  return (
    <li>
      <div class="about">
        <strong>
          <a href={pairPath(contactIds)}>
            {names.map((name, index) => (
              <>
                {index > 0 && ' · '}
                <bdi>{name}</bdi>
              </>
            ))}
          </a>
        </strong>
        <p class="quiet small">
          {(names.length === 1 || contactIds.length > 2) && `${WORDS.contacts(contactIds.length)}: `}
          {reasonsText(reasons)}
        </p>
      </div>
    </li>
  );
}

function MergedNotice({ contact, undoKey, next }: JustMerged & { next: Duplicate | undefined }) {
  return (
    <div class="notice success" role="status">
      <p>
        {WORDS.merged} <PersonLink id={contact.id} name={shownName(contact)} />.
      </p>
      <div class="actions">
        <form method="post" action="/duplicates/undo">
          <input type="hidden" name="key" value={undoKey} />
          <input type="hidden" name="id" value={contact.id} />
          <button type="submit">{WORDS.undo}</button>
        </form>
        {next && (
          <a class="button" href={pairPath(next.contactIds)}>
            {WORDS.next}
          </a>
        )}
      </div>
    </div>
  );
}

function LeftOutNotice({ contact }: { contact: JustMerged['contact'] }) {
  return (
    <div class="notice success" role="status">
      <p>
        <PersonLink id={contact.id} name={shownName(contact)} /> {WORDS.leftOut}
      </p>
      <OneButton action="/duplicates/leave-out" fields={{ id: contact.id, again: '1' }}>
        {WORDS.undo}
      </OneButton>
    </div>
  );
}
