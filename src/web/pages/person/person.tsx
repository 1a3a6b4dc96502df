import { contactTitle } from '../../../client/contact-names.ts';
import type { Values } from '../../edit/merge.ts';
import type { FieldErrors } from '../../layout/fields.tsx';
import type { Message, PageContent } from '../../layout/page.tsx';
import { NAMELESS, personPath } from '../../layout/parts.tsx';
import type { readPerson } from '../../people/read-person.ts';
import { PERSON as WORDS } from '../../words/person.ts';
import { Composer } from '../records/composer.tsx';
import { RemindersPart } from '../records/reminders.tsx';
import { About } from './about.tsx';
import { PersonHeader } from './header.tsx';
import { KeepInTouch } from './keep-in-touch.tsx';
import { Labels } from './labels.tsx';
import { RelationsPart } from './relations.tsx';
import { Sparkline } from './sparkline.tsx';
import { Activity } from './timeline.tsx';

/** Parts of the page with a form. */
export type Part = 'rhythm' | 'tags' | 'groups' | 'relations' | 'reminders' | 'photo';

interface Shown extends Awaited<ReturnType<typeof readPerson>> {
  message?: Message | undefined;
  /** The typed values of a refused form, with its errors. */
  refused?: { form: Part; values: Values; errors: FieldErrors } | undefined;
}

/** One person: facts, activity, reminders, and relationships beside each other. */
export function personPage(shown: Shown): PageContent {
  const { person, contact, timeline, history, today, message, refused } = shown;
  const typed = (form: Part) =>
    refused?.form === form ? { values: refused.values, errors: refused.errors } : { values: undefined };
  const zone = person.time_zone;
  return {
    title: contactTitle(contact) ?? NAMELESS,
    email: person.email,
    here: '/people',
    message: refused ? { kind: 'danger', text: WORDS.refused } : message,
    scripts: shown.relations.own.length > 0 ? ['graph.js'] : [],
    width: 'full',
    main: (
      <>
        <PersonHeader contact={contact} photoErrors={typed('photo').errors} />
        <div class="three">
          <section class="card activity-card" id="part-write" aria-labelledby="timeline">
            <Composer
              {...{ ids: [contact.id], id: `${contact.id}-`, back: `${personPath(contact.id)}#timeline` }}
              {...{ place: 'write rhythm reminders', values: { day: today } }}
            />
            <Activity timeline={timeline} contactId={contact.id} zone={zone} />
          </section>
          <section class="card" aria-label={WORDS.details}>
            <KeepInTouch {...{ person, contact, today }} {...typed('rhythm')} />
            <About contact={contact} zone={zone} />
            <Labels part="tags" contact={contact} offered={shown.tags} {...typed('tags')} />
            <Labels part="groups" contact={contact} offered={shown.groups} {...typed('groups')} />
          </section>
          <div class="beside-log">
            <RemindersPart {...{ person, contact }} {...shown} {...typed('reminders')} />
            <RelationsPart contact={contact} relations={shown.relations} {...typed('relations')} />
            <Sparkline history={history} now={new Date().toISOString()} />
          </div>
        </div>
      </>
    ),
  };
}
