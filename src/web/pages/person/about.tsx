import type { Child } from 'hono/jsx';
import { PROFILE_FIELDS, PROFILE_NAMES, readBirthday } from '../../../contract/contact-fields.ts';
import type { Contact } from '../../edit/contact-values.ts';
import { dateFormat } from '../../layout/dates.ts';
import { Day, DayOf, personPath } from '../../layout/parts.tsx';
import { callLink, mailLink } from '../../layout/reach-links.ts';
import { ABOUT as WORDS } from '../../words/person.ts';
import { InlineEdit } from './inline-edit.tsx';

interface Fact {
  name: string;
  value: Child;
  edit?: Child;
}

/** Facts about a person. Each one can be edited in place, or leads to the edit form. */
export function About({ contact, zone }: { contact: Contact; zone: string }) {
  const line = (name: 'description', label: string) => (
    <InlineEdit
      contactId={contact.id}
      label={label}
      fields={[{ name, label, value: contact[name] ?? '', isLong: true }]}
      isNew={!contact[name]}
    />
  );
  return (
    <div id="part-about">
      <h2 id="about">{WORDS.title}</h2>
      <dl class="facts">
        {factsOf(contact, zone).map(({ name, value, edit }) => (
          <div>
            <dt>
              <bdi>{name}</bdi>
            </dt>
            <dd dir="auto">
              {value}
              {edit && [' ', edit]}
            </dd>
          </div>
        ))}
      </dl>
      {contact.description && (
        <p class="text" dir="auto">
          {contact.description}
        </p>
      )}
      <div class="adders">
        {line('description', WORDS.about)}
        <InlineEdit
          contactId={contact.id}
          label={WORDS.email}
          fields={[
            { name: 'email.new0.email', label: WORDS.email, value: '' },
            { name: 'email.new0.label', label: WORDS.label, value: '' },
          ]}
          isNew
        />
        <InlineEdit
          contactId={contact.id}
          label={WORDS.phone}
          fields={[
            { name: 'phone.new0.phone_number', label: WORDS.phone, value: '' },
            { name: 'phone.new0.label', label: WORDS.label, value: '' },
          ]}
          isNew
        />
        {!contact.birthday && (
          <a class="small" href={`${personPath(contact.id)}/edit#birthday-day`}>
            + {WORDS.add(WORDS.birthday)}
          </a>
        )}
        {(contact.legacy_contact_addresses ?? []).length === 0 && (
          <a class="small" href={`${personPath(contact.id)}/edit#address`}>
            + {WORDS.add(WORDS.address)}
          </a>
        )}
      </div>
    </div>
  );
}

function factsOf(contact: Contact, zone: string): Fact[] {
  const { id } = contact;
  const facts: Fact[] = [
    ...(contact.contact_emails ?? []).map((row) => ({
      name: WORDS.email,
      value: <Labeled text={row.email} href={mailLink(row.email)} label={row.label} />,
      edit: (
        <InlineEdit
          contactId={id}
          label={WORDS.email}
          fields={[
            { name: `email.${row.id}.email`, label: WORDS.email, value: row.email },
            { name: `email.${row.id}.label`, label: WORDS.label, value: row.label ?? '' },
          ]}
        />
      ),
    })),
    ...(contact.contact_phone_numbers ?? []).map((row) => ({
      name: WORDS.phone,
      value: <Labeled text={row.phone_number} href={callLink(row.phone_number)} label={row.label} />,
      edit: (
        <InlineEdit
          contactId={id}
          label={WORDS.phone}
          fields={[
            { name: `phone.${row.id}.phone_number`, label: WORDS.phone, value: row.phone_number },
            { name: `phone.${row.id}.label`, label: WORDS.label, value: row.label ?? '' },
          ]}
        />
      ),
    })),
    ...(contact.legacy_contact_addresses ?? []).map((row) => ({
      name: WORDS.address,
      value:
        row.formatted ?? [row.street, row.postal_code, row.city, row.region, row.country].filter(Boolean).join(', '),
    })),
    line('legacy_location', WORDS.location),
    { name: WORDS.birthday, value: contact.birthday && <Birthday text={contact.birthday} /> },
    line('website', WORDS.website),
    ...PROFILE_FIELDS.map((field) => line(field, PROFILE_NAMES[field])),
    line('education', WORDS.education),
    ...(contact.contacts_custom_fields ?? []).map((row) => ({
      name: row.custom_fields.name,
      value: row.text_value ?? (row.date_value ? <Day day={row.date_value} /> : row.array_value?.join(', ')),
    })),
    { name: WORDS.firstMet, value: contact.first_met_at && <DayOf at={contact.first_met_at} zone={zone} /> },
  ];
  return facts.filter(({ value }) => value);

  function line(field: 'legacy_location' | 'website' | 'education' | (typeof PROFILE_FIELDS)[number], name: string) {
    const text = contact[field];
    if (!text) return { name, value: undefined };
    const edit = <InlineEdit contactId={id} label={name} fields={[{ name: field, label: name, value: text }]} />;
    return { name, value: <Address text={text} />, edit };
  }
}

const Labeled = ({ text, href, label }: { text: string; href: string; label: string | null }) => (
  <>
    <a href={href}>{breakable(text)}</a>
    {label && <bdi class="quiet"> {label}</bdi>}
  </>
);

/** An address that wraps after its punctuation, not inside a word or a phone number. */
const breakable = (text: string): Child[] =>
  text.split(/(?<=[@./_-](?=\D))/).flatMap((part, index) => (index === 0 ? [part] : [<wbr />, part]));

/** A link for http and https, otherwise text, because other schemes may run or call something. */
function Address({ text }: { text: string }) {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return <>{text}</>;
  return (
    <a href={text} rel="noopener noreferrer">
      {breakable(text.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, ''))}
    </a>
  );
}

/** A birthday whose year may be unknown. */
function Birthday({ text }: { text: string }) {
  const { year, month, day } = readBirthday(text) ?? {};
  const options = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  const format = dateFormat(year ? { ...options, year: 'numeric' } : options);
  const date = new Date(0);
  date.setUTCFullYear(year ?? 2000, (month ?? 1) - 1, day);
  return <>{format.format(date)}</>;
}
