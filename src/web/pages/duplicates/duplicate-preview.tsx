import { contactTitle } from '../../../client/contact-names.ts';
import {
  type ComparedContact,
  type ContactUpdate,
  listsOf,
  type MergeChoices,
  type MergedContact,
  mergeOutcomeOf,
} from '../../../client/merge-fields.ts';
import type { Message, PageContent } from '../../layout/page.tsx';
import { KeyField, NAMELESS, Section } from '../../layout/parts.tsx';
import type { Person } from '../../services/services.ts';
import { PAIR, PREVIEW as WORDS } from '../../words/duplicates.ts';
import { pairPath } from './duplicate-rows.tsx';

interface Shown {
  person: Person;
  contacts: ComparedContact[];
  keep: string;
  merged: MergedContact;
  picks: MergeChoices;
  /** Fields that the choices change in a merge. */
  changes: ContactUpdate;
  message?: Message | undefined;
}

/** Shows the result of a merge with the choices, and the values it drops. */
export function previewPage({ person, contacts, keep, merged, picks, changes, message }: Shown): PageContent {
  const { kept, lost } = mergeOutcomeOf(contacts, merged, picks);
  const ids = contacts.map(({ id }) => id);
  const placeOf = (id: string) => ids.indexOf(id) + 1;
  const name = kept.find(({ id }) => id === 'name');
  const rows = [
    ...listsOf(merged).map(({ label, texts }) => ({ label, text: texts.join(', ') })),
    ...kept.filter((value) => value !== name),
    ...countsOf(merged),
  ];
  return {
    title: WORDS.title,
    email: person.email,
    here: '/duplicates',
    message,
    main: (
      <>
        <header>
          <h1>{WORDS.title}</h1>
          <p class="quiet">{WORDS.lead}</p>
        </header>
        <Section
          id="contact"
          title={name?.text ?? contactTitle(merged) ?? NAMELESS}
          lead={WORDS.contact(contacts.length)}
        >
          <dl class="facts">
            {rows.map(({ label, text }) => (
              <div>
                <dt dir="auto">{label}</dt>
                <dd class="text" dir="auto">
                  {text}
                </dd>
              </div>
            ))}
          </dl>
        </Section>
        <Section id="lost" title={WORDS.lost.title} lead={lost.length > 0 ? WORDS.lost.lead : undefined}>
          {lost.length === 0 ? (
            <p>{WORDS.lost.nothing}</p>
          ) : (
            <dl class="facts">
              {lost.map(({ label, text, contactId }) => (
                <div>
                  <dt dir="auto">{label}</dt>
                  <dd>
                    <span class="text" dir="auto">
                      {text}
                    </span>{' '}
                    <span class="quiet small">{WORDS.lost.of(placeOf(contactId))}</span>
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </Section>
        <form class="actions" method="post" action="/duplicates/merge">
          <KeyField />
          {ids.map((id) => (
            <input type="hidden" name="id" value={id} />
          ))}
          <input type="hidden" name="keep" value={keep} />
          <input type="hidden" name="changes" value={JSON.stringify(changes)} />
          <button class="primary" type="submit">
            {PAIR.merge}
          </button>
          <a
            class="button"
            href={pairPath(ids, [
              ['keep', keep],
              ...[...picks].map(([field, id]): [string, string] => [`of.${field}`, id]),
            ])}
          >
            {WORDS.back}
          </a>
        </form>
      </>
    ),
  };
}

/** Records that all move unchanged. */
function countsOf(contact: MergedContact): { label: string; text: string }[] {
  const {
    timeline_items_contacts: notes = [],
    reminders_contacts: reminders = [],
    contact_relations_contact_relations_sourceTocontacts: from = [],
    contact_relations_contact_relations_destinationTocontacts: to = [],
  } = contact;
  return [
    { label: WORDS.notes, count: notes.length },
    { label: WORDS.reminders, count: reminders.length },
    { label: WORDS.relations, count: from.length + to.length },
  ]
    .filter(({ count }) => count > 0)
    .map(({ label, count }) => ({ label, text: String(count) }));
}
