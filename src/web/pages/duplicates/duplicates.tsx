import { contactTitle } from '../../../client/contact-names.ts';
import { BANDS, type Band, reasonsText } from '../../../client/duplicate-labels.ts';
import type { Operations } from '../../../contract/operations.ts';
import type { DataOf } from '../../../contract/schema/operation.ts';
import type { Message, PageContent } from '../../layout/page.tsx';
import { MoreLink, NAMELESS, OneButton, PersonLink, Section } from '../../layout/parts.tsx';
import type { Person } from '../../services/services.ts';
import { DUPLICATES } from '../../words/duplicates.ts';

const WORDS = {
  contacts: (count: number) => `${count} contacts`,
  start: 'Go to the most certain',
  empty: {
    text: 'kith compares names, including nicknames and typos, with email addresses, phone numbers, birthdays, postal addresses, and profiles. Check again after an import or when you add people.',
    people: 'Go to People',
  },
  next: 'Next',
  leftOut: 'is no longer suggested.',
};

type Page = DataOf<Operations['find_duplicate_contacts']>;
export type Duplicate = Page['duplicates'][number];

export const pairPath = (ids: readonly string[], more: Iterable<[string, string]> = []): string =>
  `/duplicates/pair?${new URLSearchParams([...ids.map((id): [string, string] => ['id', id]), ...more])}`;

/** The number of suggestions by band. `isMore`: there are more than were counted. */
export interface Counts {
  of: Record<Band, number>;
  isMore: boolean;
}

/** A merge that was just made, and the idempotency key of its undo. */
export interface JustMerged {
  contact: Parameters<typeof contactTitle>[0] & { id: string };
  undoKey: string;
}

interface Shown {
  person: Person;
  page: Page;
  /** For all pages. Undefined on later pages. */
  counts: Counts | undefined;
  justMerged?: JustMerged | undefined;
  /** A contact that was just dismissed. */
  leftOut?: JustMerged['contact'] | undefined;
  message?: Message | undefined;
}

/** Suggested duplicates, by certainty. */
export function duplicatesPage({ person, page, counts, justMerged, leftOut, message }: Shown): PageContent {
  const bands = (Object.keys(BANDS) as Band[]).map((band) => ({
    band,
    rows: page.duplicates.filter(({ confidence }) => confidence === band),
  }));
  const { nextCursor } = page.pagination;
  return {
    title: DUPLICATES.title,
    email: person.email,
    here: '/duplicates',
    message,
    main: (
      <>
        {justMerged && <MergedNotice {...justMerged} next={page.duplicates[0]} />}
        {leftOut && <LeftOutNotice contact={leftOut} />}
        <header>
          <h1>{DUPLICATES.title}</h1>
          <p class="quiet">{DUPLICATES.lead}</p>
        </header>
        {page.duplicates.length === 0 && (
          <Section id="empty" title={DUPLICATES.nobody} lead={WORDS.empty.text}>
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
          {nextCursor && <MoreLink path="/duplicates" cursor={nextCursor} />}
          {!counts && <a href="/duplicates">{WORDS.start}</a>}
        </p>
      </>
    ),
  };
}

/** The last counted band may have more. */
function titleOf(band: Band, counts: Counts | undefined): string {
  if (!counts) return BANDS[band].title;
  const last = (Object.keys(BANDS) as Band[]).findLast((one) => counts.of[one] > 0);
  return `${BANDS[band].title}: ${counts.of[band]}${counts.isMore && band === last ? '+' : ''}`;
}

function DuplicateRow({ duplicate: { contactIds, contacts = [], reasons } }: { duplicate: Duplicate }) {
  const names = [...new Set(contacts.map((contact) => contactTitle(contact) ?? NAMELESS))];
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
        {DUPLICATES.merged} <PersonLink id={contact.id} name={contactTitle(contact)} />.
      </p>
      <div class="actions">
        <form method="post" action="/duplicates/undo">
          <input type="hidden" name="key" value={undoKey} />
          <input type="hidden" name="id" value={contact.id} />
          <button type="submit">{DUPLICATES.undo}</button>
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
        <PersonLink id={contact.id} name={contactTitle(contact)} /> {WORDS.leftOut}
      </p>
      <OneButton action="/duplicates/leave-out" fields={{ id: contact.id, again: '1' }}>
        {DUPLICATES.undo}
      </OneButton>
    </div>
  );
}
