import { contactTitle } from '../../../client/contact-names.ts';
import type { Contact } from '../../edit/contact-values.ts';
import type { Values } from '../../edit/merge.ts';
import { Field } from '../../layout/fields.tsx';
import type { PageContent } from '../../layout/page.tsx';
import { KeyField, NAMELESS, personPath, Section } from '../../layout/parts.tsx';
import type { Person } from '../../services/services.ts';
import { CHOOSE_RELATED as WORDS } from '../../words/person.ts';
import { RoleFields } from './relations.tsx';

interface Shown {
  person: Person;
  contact: Contact;
  found: Contact[];
  values: Values;
}

/** Chooses one of several people with a name. */
export function chooseRelatedPage({ person, contact, found, values }: Shown): PageContent {
  const path = personPath(contact.id);
  const title = WORDS.title(contactTitle(contact) ?? NAMELESS);
  return {
    title,
    email: person.email,
    here: '/people',
    main: (
      <>
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <form class="beside" method="get" action={`${path}/relations/new`}>
          <Field name="name" label={WORDS.search} value={values.name} type="search" required />
          <button type="submit">{WORDS.button}</button>
        </form>
        {/* The person's page loads this list for its name field. */}
        <datalist id="relation-offered">
          {found.map((one) => (
            <option value={contactTitle(one) ?? ''} />
          ))}
        </datalist>
        <Section id="who" title={WORDS.who}>
          {found.length === 0 ? (
            <p>{WORDS.none}</p>
          ) : (
            <form class="question" method="post" action={`${path}/relations`}>
              <KeyField />
              <fieldset aria-labelledby="who">
                {found.map((one, index) => (
                  <Candidate contact={one} isFirst={index === 0} />
                ))}
              </fieldset>
              <RoleFields id="chosen" contact={contact} values={values} />
              <div class="actions">
                <button class="primary" type="submit">
                  {WORDS.save}
                </button>
                <a class="button" href={`${path}#relations`}>
                  {WORDS.cancel}
                </a>
              </div>
            </form>
          )}
        </Section>
      </>
    ),
  };
}

function Candidate({ contact, isFirst }: { contact: Contact; isFirst: boolean }) {
  const { id, job_title, company, contact_emails } = contact;
  const name = contactTitle(contact) ?? NAMELESS;
  const more = [job_title, company, contact_emails?.[0]?.email].filter((text) => text && text !== name).join(', ');
  return (
    <label class="choice">
      <input type="radio" name="other" value={id} required checked={isFirst} />
      <span>
        <bdi>{name}</bdi> {more && <bdi class="quiet">{more}</bdi>}
      </span>
    </label>
  );
}
