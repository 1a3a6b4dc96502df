import { contactTitle } from '../../../client/contact-names.ts';
import { BANDS, type Band, reasonsText } from '../../../client/duplicate-labels.ts';
import type { Operations } from '../../../contract/operations.ts';
import type { DataOf } from '../../../contract/schema/operation.ts';
import { packed } from '../../duplicates/groups.ts';
import { Face } from '../../layout/face.tsx';
import { KeyField, NAMELESS } from '../../layout/parts.tsx';
import { DUPLICATES, LIST as WORDS } from '../../words/duplicates.ts';

export type DuplicatesPage = DataOf<Operations['find_duplicate_contacts']>;
export type Duplicate = DuplicatesPage['duplicates'][number];
type Contact = NonNullable<Duplicate['contacts']>[number];

/** Numbers of suggestions by confidence. `isMore`: not all were counted. */
export interface Counts {
  of: Record<Band, number>;
  isMore: boolean;
}

export const MERGE = '/duplicates/merge-many';
const FORM = 'selection';

export const pairPath = (ids: readonly string[], more: Iterable<[string, string]> = []): string =>
  `/duplicates/pair?${new URLSearchParams([...ids.map((id): [string, string] => ['id', id]), ...more])}`;

/** The same, short: the packed ids are in a row's other fields too, so a compressed page has them once. */
const shortPath = (group: string, more: Record<string, string> = {}): string =>
  `/duplicates/pair?${new URLSearchParams({ ids: group, ...more })}`;

const BAND_NAMES = Object.keys(BANDS) as Band[];

/** A change of many rows: its message, with Undo, is the only part of the page that changes at once. */
export const IN_TOAST = {
  'hx-post': MERGE,
  'hx-target': '#toast',
  'hx-select': '#toast > *',
  'hx-swap': 'innerHTML ignoreTitle:true',
  'data-merges': '',
};

/** A merged row leaves, and the message has Undo. */
const ROW_LEAVES = {
  'hx-post': MERGE,
  'hx-target': 'closest li',
  'hx-swap': 'delete ignoreTitle:true',
  'hx-select-oob': '#toast:innerHTML',
};

/** Suggestions with a box each, by confidence, and the bar for the selected ones. */
export const DuplicateList = ({ duplicates, counts }: { duplicates: Duplicate[]; counts: Counts | undefined }) => (
  <div class="list suggestions">
    <section class="bulk" aria-label={WORDS.bar}>
      <button class="primary" type="submit" form={FORM} {...IN_TOAST}>
        <span>
          {WORDS.mergeSelected[0]} <span data-selected-count="" data-script></span> {WORDS.mergeSelected[1]}
        </span>
      </button>
      <label class="button" data-script>
        <input type="checkbox" form={FORM} data-select-all autocomplete="off" /> {WORDS.selectShown}
      </label>
      <button type="reset" class="plain" form={FORM}>
        {WORDS.clear}
      </button>
    </section>
    <form id={FORM} method="post" action={MERGE}>
      <KeyField />
      {BAND_NAMES.map((band) => ({ band, rows: duplicates.filter(({ confidence }) => confidence === band) }))
        .filter(({ rows }) => rows.length > 0)
        .map(({ band, rows }) => (
          <section class="card" id={`part-${band}`} aria-labelledby={band}>
            <header>
              <h2 id={band}>{titleOf(band, counts)}</h2>
              <p class="quiet">{BANDS[band].lead}</p>
            </header>
            <ul class="rows" data-rows>
              {rows.map((duplicate) => (
                <Row {...duplicate} />
              ))}
            </ul>
          </section>
        ))}
    </form>
  </div>
);

/** The last counted band may have more. */
function titleOf(band: Band, counts: Counts | undefined) {
  if (!counts) return BANDS[band].title;
  const last = BAND_NAMES.findLast((one) => counts.of[one] > 0);
  return WORDS.title(
    BANDS[band].title,
    `${counts.of[band].toLocaleString('en-US')}${counts.isMore && band === last ? '+' : ''}`,
  );
}

/** Certain suggestions that were found first. They can be opened, and the complete list, which replaces them, has more. */
export const FirstDuplicates = ({ duplicates }: { duplicates: Duplicate[] }) => (
  <section class="card list suggestions" aria-labelledby="first">
    <header>
      <h2 id="first">{WORDS.first}</h2>
    </header>
    <ul class="rows">
      {duplicates.map((duplicate) => (
        <li>
          <About {...duplicate} />
          <div class="actions">
            <a class="button" href={pairPath(duplicate.contactIds)} aria-label={WORDS.compareNames(namesOf(duplicate))}>
              {DUPLICATES.compare}
            </a>
          </div>
        </li>
      ))}
    </ul>
  </section>
);

const namesOf = ({ contacts = [] }: Duplicate): string => [...new Set(contacts.map(nameOf))].join(' · ');

/** The contacts, and the reasons for the suggestion. */
const About = ({ contactIds, contacts = [], reasons }: Duplicate) => (
  <div class="about">
    <ul class="same">
      {contacts.map((contact) => (
        <li>
          <Face id={contact.id} name={contactTitle(contact)} image_url={contact.image_url} />
          <span>
            <strong dir="auto">{nameOf(contact)}</strong>
            <span class="quiet small" dir="auto">
              {lineOf(contact)}
            </span>
          </span>
        </li>
      ))}
    </ul>
    <p class="quiet small">
      {contactIds.length > 2 && `${WORDS.contacts(contactIds.length)}: `}
      {reasonsText(reasons)}
    </p>
  </div>
);

function Row(duplicate: Duplicate) {
  const group = packed(duplicate.contactIds);
  const names = namesOf(duplicate);
  return (
    <li>
      <div class="pick">
        <label>
          <input type="checkbox" name="pair" value={group} aria-label={WORDS.select(names)} autocomplete="off" />
        </label>
      </div>
      <About {...duplicate} />
      <div class="actions">
        <button type="submit" name="only" value={group} aria-label={WORDS.mergeNames(names)} {...ROW_LEAVES}>
          {WORDS.merge}
        </button>
        <a class="button" href={shortPath(group)} aria-label={WORDS.compareNames(names)}>
          {DUPLICATES.compare}
        </a>
        <a
          class="button plain"
          href={`${shortPath(group, { apart: 'yes' })}#apart`}
          aria-label={WORDS.apartNames(names)}
        >
          {WORDS.apart}
        </a>
      </div>
    </li>
  );
}

const nameOf = (contact: Contact): string => contactTitle(contact) ?? NAMELESS;

/** Work, email address, and phone number, without the one that stands for the name. */
function lineOf(contact: Contact): string {
  const { job_title, company, contact_emails = [], contact_phone_numbers = [] } = contact;
  const work = [job_title, company].filter(Boolean).join(', ');
  return [work, contact_emails[0]?.email, contact_phone_numbers[0]?.phone_number]
    .filter((text) => text && text !== contactTitle(contact))
    .join(' · ');
}
