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
import type { Message, PageContent } from '../../layout/page.tsx';
import { DayOf, NAMELESS, OneButton, PersonLink, Section } from '../../layout/parts.tsx';
import type { Person } from '../../services/services.ts';
import { PAIR } from '../../words/duplicates.ts';
import { type Duplicate, pairPath } from './duplicates.tsx';

const WORDS = {
  number: (place: number) => `Contact ${place}`,
  added: 'added',
  notes: (count: number) => (count === 1 ? '1 note' : `${count} notes`),
  first: 'the value of the one that stays is kept',
  together: 'Together',
  preview: 'Preview',
  back: 'All duplicates',
  next: 'Skip to the next',
  others: {
    summary: 'They are different people',
    text: 'Then leave them as they are. You can also take one out of these suggestions for good: kith will not compare it with anybody any more.',
    button: 'Never suggest',
  },
};

interface Shown {
  person: Person;
  /** Oldest first. */
  contacts: ComparedContact[];
  keep: string;
  /** The result of a merge without choices. */
  merged: MergedContact;
  picks: MergeChoices;
  /** The reasons for the suggestion, and the next suggestion. */
  found?: Duplicate;
  next?: Duplicate;
  message?: Message | undefined;
}

/** Compares contacts that may be one person, and offers the values to keep. */
export function pairPage(shown: Shown): PageContent {
  const { person, contacts, keep, found, next, message } = shown;
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
          {found && (
            <p class="quiet">
              <span class="badge">{BANDS[found.confidence].title}</span> {reasonsText(found.reasons)}
            </p>
          )}
        </header>
        <form class="question" method="get" action="/duplicates/preview">
          {contacts.map(({ id }) => (
            <input type="hidden" name="id" value={id} />
          ))}
          <Section id="stays" title={PAIR.stays.title} lead={PAIR.stays.lead}>
            <div class="columns" role="radiogroup" aria-labelledby="stays">
              {contacts.map((contact, index) => (
                <Choice name="keep" value={contact.id} isChosen={contact.id === keep} place={index}>
                  <strong>
                    <PersonLink id={contact.id} name={contactTitle(contact)} />
                  </strong>
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
            {next && (
              <a class="button" href={pairPath(next.contactIds)}>
                {WORDS.next}
              </a>
            )}
            <a href="/duplicates">{WORDS.back}</a>
          </div>
        </form>
        <details>
          <summary>{WORDS.others.summary}</summary>
          <p>{WORDS.others.text}</p>
          <div class="actions">
            {contacts.map((contact, index) => (
              <OneButton action="/duplicates/leave-out" fields={{ id: contact.id }}>
                <span>
                  {WORDS.others.button} <bdi>{contactTitle(contact) ?? NAMELESS}</bdi> <Whose place={index} />
                </span>
              </OneButton>
            ))}
          </div>
        </details>
      </>
    ),
  };
}

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
