import { readBirthday } from '../../contract/contact-fields.ts';
import { type Fields, list } from '../../contract/contact-markdown.ts';
import type { RelationField } from '../contact-rows/relation-fields.ts';
import type { Question } from '../question/question.ts';
import { cutAtEnd } from './cut-text.ts';

/** A fact about a person, with the folded words that ask for it in five languages. */
interface Fact {
  words: string;
  /** The part of the contact that has it, unless a search reads it anyway. */
  relation?: RelationField;
  of(contact: Fields): readonly unknown[];
}

const FACTS: readonly Fact[] = [
  {
    words: `phone phones telephone number numbers mobile cell call telefon telefonnummer handy handynummer nummer anrufen
      telefono movil celular numero llamar portable appeler cellulare chiamare`,
    of: ({ contact_phone_numbers }) => list(contact_phone_numbers).map(({ phone_number }) => phone_number),
  },
  {
    words: 'email emails mail mails address mailadresse adresse correo direccion courriel posta indirizzo',
    of: ({ contact_emails }) => list(contact_emails).map(({ email }) => email),
  },
  {
    words: 'address addresses street live lives adresse anschrift strasse wohnt direccion calle rue indirizzo via',
    relation: 'legacy_contact_addresses',
    of: ({ legacy_contact_addresses }) =>
      list(legacy_contact_addresses).map(
        ({ formatted, street, postal_code, city, country }) =>
          formatted || [street, postal_code, city, country].filter(Boolean).join(', '),
      ),
  },
  {
    words: 'birthday birthdays born birth geburtstag geboren cumpleanos anniversaire compleanno',
    of: ({ birthday }) => [shownBirthday(birthday)],
  },
];

const MAX_OF_EACH = 2;
const MAX_LENGTH = 200;
/** Between the facts of a result's text. */
export const SEPARATOR = ' · ';

interface AskedFacts {
  relations: RelationField[];
  /** Lists the facts in one line; empty if there are none. */
  of(contact: Fields): string;
}

/** The facts about people that a question asks for: "phone number of Ada". */
export function askedFacts({ words }: Question): AskedFacts {
  const asked = FACTS.filter((fact) => {
    const known = fact.words.split(/\s+/);
    return words.some(({ word }) => known.includes(word));
  });
  const told = (fact: Fact, contact: Fields) => fact.of(contact).filter(Boolean).slice(0, MAX_OF_EACH);
  return {
    relations: asked.flatMap(({ relation }) => relation ?? []),
    of: (contact) => cutAtEnd(asked.flatMap((fact) => told(fact, contact)).join(SEPARATOR), MAX_LENGTH),
  };
}

function shownBirthday(birthday: unknown): string | undefined {
  const read = typeof birthday === 'string' ? readBirthday(birthday) : null;
  if (!read) return undefined;
  const [month, day] = [read.month, read.day].map((part) => String(part).padStart(2, '0'));
  return `${read.year ?? '-'}-${month}-${day}`;
}
