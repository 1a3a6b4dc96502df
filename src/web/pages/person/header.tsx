import { contactTitle } from '../../../client/contact-names.ts';
import type { Contact } from '../../edit/contact-values.ts';
import { Face } from '../../layout/face.tsx';
import type { FieldErrors } from '../../layout/fields.tsx';
import { KeyField, NAMELESS, OneButton, personPath } from '../../layout/parts.tsx';
import { callLink, mailLink } from '../../layout/reach-links.ts';
import { PERSON as WORDS } from '../../words/person.ts';
import { PhotoForm } from './photo.tsx';

interface HeaderProps {
  contact: Contact;
  photoErrors: FieldErrors | undefined;
}

/** A person's face, name, work, and place, with one-click actions. */
export function PersonHeader({ contact, photoErrors }: HeaderProps) {
  const path = personPath(contact.id);
  const name = contactTitle(contact) ?? NAMELESS;
  const work = [contact.job_title, contact.company].filter(Boolean).join(', ');
  const line = [work, contact.legacy_location ?? contact.legacy_contact_addresses?.[0]?.city].filter(Boolean);
  return (
    <header class="person" id="part-photo" data-drop-zone>
      <Face id={contact.id} name={name} image_url={contact.image_url} isLarge />
      <div class="name">
        <h1>
          <bdi>{name}</bdi> {contact.is_archived && <span class="badge">{WORDS.archived}</span>}
        </h1>
        {line.length > 0 && (
          <p class="quiet">
            <bdi>{line.join(' · ')}</bdi>
          </p>
        )}
      </div>
      <div class="actions">
        <Reach contact={contact} />
        <form method="post" action={`${path}/${contact.starred ? 'unstar' : 'star'}`}>
          <KeyField />
          <button type="submit" aria-pressed={contact.starred ? 'true' : 'false'} aria-label={WORDS.star}>
            <span aria-hidden="true">{contact.starred ? '★' : '☆'}</span>
          </button>
        </form>
        <a class="button" href={`${path}/edit`} data-key="e">
          {WORDS.edit}
        </a>
        <details class="menu" open={photoErrors !== undefined}>
          <summary class="button" aria-label={WORDS.more}>
            ⋯
          </summary>
          <div class="card">
            <PhotoForm contact={contact} errors={photoErrors} />
            <div class="actions">
              <OneButton action={`${path}/${contact.is_archived ? 'unarchive' : 'archive'}`}>
                {contact.is_archived ? WORDS.unarchive : WORDS.archive}
              </OneButton>
              <OneButton action={`${path}/delete`} kind="danger">
                {WORDS.remove}
              </OneButton>
            </div>
          </div>
        </details>
      </div>
    </header>
  );
}

/** Links that call and write to the first number and address. */
export function Reach({ contact }: { contact: Contact }) {
  const phone = contact.contact_phone_numbers?.[0]?.phone_number;
  const email = contact.contact_emails?.[0]?.email;
  return (
    <>
      {phone && (
        <a class="button" href={callLink(phone)}>
          {WORDS.call}
        </a>
      )}
      {email && (
        <a class="button" href={mailLink(email)}>
          {WORDS.email}
        </a>
      )}
    </>
  );
}
