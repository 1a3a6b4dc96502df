import type { Child } from 'hono/jsx';
import { contactTitle } from '../../../client/contact-names.ts';
import { BANDS, reasonsText } from '../../../client/duplicate-labels.ts';
import {
  type ComparedContact,
  type ComparisonRow,
  differs,
  isToChoose,
  type MergeChoices,
  type MergedContact,
  pickOf,
  rowsOf,
} from '../../../client/merge-fields.ts';
import { packed } from '../../duplicates/groups.ts';
import { Face } from '../../layout/face.tsx';
import type { Message, PageContent } from '../../layout/page.tsx';
import { DayOf, NAMELESS, OneButton, PersonLink, Section } from '../../layout/parts.tsx';
import type { Person } from '../../services/services.ts';
import { PAIR, COMPARE as WORDS } from '../../words/duplicates.ts';
import { type Duplicate, pairPath } from './duplicate-rows.tsx';

/** The reasons for a suggestion, and the next one. */
export interface Around {
  found?: Duplicate | undefined;
  next?: Duplicate | undefined;
}

interface Shown {
  person: Person;
  /** Oldest first. */
  contacts: ComparedContact[];
  keep: string;
  /** The result of a merge without choices. */
  merged: MergedContact;
  picks: MergeChoices;
  /** Undefined if it is not known yet. A script loads it then, by the id `of`. */
  around: Around | undefined;
  of: string | undefined;
  /** Whether to open the section for different people. */
  isApart: boolean;
  message?: Message | undefined;
}

/** Compares contacts that may be one person, and offers the values to keep. */
export function pairPage(shown: Shown): PageContent {
  const { person, contacts, keep, around, of, isApart, message } = shown;
  const rows = rowsOf(contacts);
  const [different, same] = [rows.filter(differs), rows.filter((row) => !differs(row))];
  return {
    title: PAIR.title,
    email: person.email,
    here: '/duplicates',
    message,
    main: (
      <>
        <header>
          <h1>{PAIR.title}</h1>
          {around || !of ? <Reasons found={around?.found} /> : <Comparing contacts={contacts} of={of} />}
        </header>
        <form class="question" method="get" action="/duplicates/preview">
          {contacts.map(({ id }) => (
            <input type="hidden" name="id" value={id} />
          ))}
          <Section id="stays" title={PAIR.stays.title} lead={PAIR.stays.lead}>
            <div class="columns" role="radiogroup" aria-labelledby="stays">
              {contacts.map((contact, index) => (
                <Choice name="keep" value={contact.id} isChosen={contact.id === keep} place={index}>
                  <span class="beside">
                    <Face id={contact.id} name={contactTitle(contact)} image_url={contact.image_url} />
                    <strong>
                      <PersonLink id={contact.id} name={contactTitle(contact)} />
                    </strong>
                  </span>
                  <span class="quiet small">
                    {contact.created_at && (
                      <>
                        {WORDS.added} <DayOf at={contact.created_at} zone={person.time_zone} /> ·{' '}
                      </>
                    )}
                    {WORDS.notes(contact.timeline_items_contacts?.length ?? 0)}
                  </span>
                </Choice>
              ))}
            </div>
          </Section>
          <Section id="different" title={PAIR.different.title} lead={PAIR.different.lead}>
            {different.length === 0 && <p>{PAIR.noDifference}</p>}
            {different.map((row) => (
              <Different row={row} {...shown} />
            ))}
            {same.length > 0 && (
              <details>
                <summary>{PAIR.same(same.length)}</summary>
                <dl class="facts">
                  {same.map((row) => (
                    <div>
                      <dt>{row.field.label}</dt>
                      <dd dir="auto">{oneText(row)}</dd>
                    </div>
                  ))}
                </dl>
              </details>
            )}
          </Section>
          <div class="actions">
            <button class="primary" type="submit">
              {WORDS.preview}
            </button>
            <Next next={around?.next} />
            <a href="/duplicates">{WORDS.back}</a>
          </div>
        </form>
        <details id="apart" open={isApart}>
          <summary>{WORDS.apart.summary}</summary>
          <p>{WORDS.apart.text}</p>
          <div class="actions">
            {contacts.map((contact, index) => (
              <OneButton action="/duplicates/leave-out" fields={{ id: contact.id }}>
                <span>
                  {WORDS.apart.button} <bdi>{contactTitle(contact) ?? NAMELESS}</bdi> <Whose place={index} />
                </span>
              </OneButton>
            ))}
          </div>
        </details>
      </>
    ),
  };
}

/** The parts that a script loads later. */
export const aroundPart = ({ found, next }: Around): PageContent => ({
  title: PAIR.title,
  main: (
    <>
      <Reasons found={found} />
      <Next next={next} />
    </>
  ),
});

const Reasons = ({ found }: Pick<Around, 'found'>) => (
  <p class="quiet" id="reasons">
    {found && (
      <>
        <span class="badge">{BANDS[found.confidence].title}</span> {reasonsText(found.reasons)}
      </>
    )}
  </p>
);

const Comparing = ({ contacts, of }: { contacts: ComparedContact[]; of: string }) => (
  <p
    class="quiet"
    id="reasons"
    hx-get={`/duplicates/around?${new URLSearchParams({ ids: packed(contacts.map(({ id }) => id)), of })}`}
    hx-trigger="load"
    hx-select="#reasons"
    hx-swap="outerHTML ignoreTitle:true"
    hx-select-oob="#next"
  >
    {WORDS.comparing}
  </p>
);

const Next = ({ next }: Pick<Around, 'next'>) => (
  <span id="next">
    {next && (
      <a class="button" href={pairPath(next.contactIds)}>
        {WORDS.next}
      </a>
    )}
  </span>
);

/** The value that all contacts with a value share. */
function oneText(row: ComparisonRow): string {
  if (row.kind === 'one') return row.texts.find((text) => text !== null) ?? '';
  return (row.texts.find(({ length }) => length > 0) ?? []).join(', ');
}

function Different({ row, contacts, merged, picks }: Shown & { row: ComparisonRow }) {
  if (!isToChoose(row) || !row.field.set) {
    return (
      <fieldset>
        <legend>
          <bdi>{row.field.label}</bdi> <span class="quiet small">{row.kind === 'all' ? PAIR.all : WORDS.first}</span>
        </legend>
        <div class="columns">
          {row.texts.map((texts, index) => (
            <div class="cell">
              <Whose place={index} />
              <Texts texts={texts} />
            </div>
          ))}
        </div>
      </fieldset>
    );
  }
  const { id, label, text } = row.field;
  const chosen = pickOf(row, contacts, merged, picks);
  return (
    <fieldset>
      <legend>
        <bdi>{label}</bdi>
      </legend>
      <div class="columns">
        {row.texts.map((value, index) =>
          value === null ? (
            <div class="cell">
              <Whose place={index} />
              <Texts texts={null} />
            </div>
          ) : (
            <Choice
              name={`of.${id}`}
              value={contacts[index]!.id}
              isChosen={contacts[index]!.id === chosen?.id}
              place={index}
            >
              <Texts texts={value} />
            </Choice>
          ),
        )}
        {!row.texts.includes(text(merged)) && (
          <Choice name={`of.${id}`} value="" isChosen={!chosen} title={WORDS.together}>
            <Texts texts={text(merged)} />
          </Choice>
        )}
      </div>
    </fieldset>
  );
}

function Choice({
  name,
  value,
  isChosen,
  place,
  title,
  children,
}: {
  name: string;
  value: string;
  isChosen: boolean;
  place?: number;
  title?: string;
  children: Child;
}) {
  return (
    <label class="choice cell">
      <input type="radio" name={name} value={value} checked={isChosen} required />
      <span>
        {place === undefined ? <span class="quiet small">{title}</span> : <Whose place={place} />}
        {children}
      </span>
    </label>
  );
}

const Whose = ({ place }: { place: number }) => <span class="quiet small">{WORDS.number(place + 1)}</span>;

function Texts({ texts }: { texts: string | readonly string[] | null }) {
  if (texts === null || texts.length === 0) return <span class="quiet">{PAIR.nothing}</span>;
  if (typeof texts === 'string')
    return (
      <span class="text value" dir="auto">
        {texts}
      </span>
    );
  return (
    <ul class="values">
      {texts.map((text) => (
        <li dir="auto">{text}</li>
      ))}
    </ul>
  );
}
