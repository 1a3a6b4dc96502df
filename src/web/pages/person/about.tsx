import type { Child } from 'hono/jsx';
import { PROFILE_FIELDS, PROFILE_NAMES, readBirthday } from '../../../contract/contact-fields.ts';
import type { Contact } from '../../edit/contact-values.ts';
import { dateFormat } from '../../layout/dates.ts';
import { Day, DayOf, Section } from '../../layout/parts.tsx';
import { FACTS } from '../../words/person.ts';

const WORDS = {
  ...FACTS,
  location: 'Place',
  education: 'Education',
  firstMet: 'First met',
};

/** What is known of somebody, as facts. */
export function About({ contact, zone }: { contact: Contact; zone: string }) {
  const rows = rowsOf(contact, zone).filter(([, value]) => value);
  if (rows.length === 0 && !contact.description) return null;
  return (
    <Section id="about" title={WORDS.title}>
      <dl class="facts">
        {rows.map(([name, value]) => (
          <div>
            <dt>
              <bdi>{name}</bdi>
            </dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      {contact.description && (
        <p class="text" dir="auto">
          {contact.description}
        </p>
      )}
    </Section>
  );
}

function rowsOf(contact: Contact, zone: string): [string, Child][] {
  const label = (text: string | null) => text && <bdi class="quiet"> {text}</bdi>;
  return [
    ...(contact.contact_emails ?? []).map((row): [string, Child] => [
      WORDS.email,
      <>
        <a href={`mailto:${encodeURIComponent(row.email).replace('%40', '@')}`}>{row.email}</a>
        {label(row.label)}
      </>,
    ]),
    ...(contact.contact_phone_numbers ?? []).map((row): [string, Child] => [
      WORDS.phone,
      <>
        <a href={`tel:${row.phone_number.replace(/[^+\d]/g, '')}`}>{row.phone_number}</a>
        {label(row.label)}
      </>,
    ]),
    ...(contact.legacy_contact_addresses ?? []).map((row): [string, Child] => [
      WORDS.address,
      row.formatted ?? [row.street, row.postal_code, row.city, row.region, row.country].filter(Boolean).join(', '),
    ]),
    [WORDS.location, contact.legacy_location],
    [WORDS.birthday, contact.birthday && <Birthday text={contact.birthday} />],
    [WORDS.website, contact.website && <Address text={contact.website} />],
    ...PROFILE_FIELDS.map((field): [string, Child] => [
      PROFILE_NAMES[field],
      contact[field] && <Address text={contact[field]} />,
    ]),
    [WORDS.education, contact.education],
    ...(contact.contacts_custom_fields ?? []).map((row): [string, Child] => [
      row.custom_fields.name,
      row.text_value ?? (row.date_value ? <Day day={row.date_value} /> : row.array_value?.join(', ')),
    ]),
    [WORDS.firstMet, contact.first_met_at && <DayOf at={contact.first_met_at} zone={zone} />],
  ];
}

/** A link where it leads to a page, else text: other addresses may run or call something. */
function Address({ text }: { text: string }) {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return <>{text}</>;
  return (
    <a href={text} rel="noopener noreferrer">
      {text}
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
