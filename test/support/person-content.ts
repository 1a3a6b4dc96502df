import { createHash } from 'node:crypto';
import ICAL from 'ical.js';
import { dataOf, type Json } from './people.ts';
import type { Api } from './service.ts';

// A person's card, as read by ical.js and by the REST API, in a common form for comparison.

/** Empty if there is no value. Lists keep their order, tags are sorted. */
export interface PersonContent {
  first: string;
  last: string;
  shown: string;
  company: string;
  title: string;
  note: string;
  /** `YYYY-MM-DD`, or `--MM-DD`. */
  birthday: string;
  emails: string[];
  phones: string[];
  tags: string[];
  /** SHA-256 of the picture. */
  photo: string;
}

type JCardProperty = [name: string, parameters: Record<string, string | string[]>, type: string, ...values: unknown[]];

/** A version 3.0 card, read by a third-party parser. */
export function contentOfCard(text: string): PersonContent & { uid: string } {
  const [, properties] = ICAL.parse(text) as [string, JCardProperty[]];
  const all = (name: string) => properties.filter(([found]) => found === name);
  // It keeps \\; as it is, which RFC 2426 defines as a semicolon.
  const texts = (name: string) => all(name).flatMap(([, , , ...values]) => values.flat().map(plain));
  const [first] = all('n');
  const [last, given] = ((first?.[3] ?? []) as string[]).map(plain);
  const isPreferred = ([, { type = [] }]: JCardProperty) =>
    [type].flat().some((one) => one.toLowerCase().split(',').includes('pref'));
  const inOrder = (name: string) =>
    [...all(name)]
      .sort((a, b) => Number(isPreferred(b)) - Number(isPreferred(a)))
      .map(([, , , value]) => String(value));
  const picture = texts('photo')[0];
  return {
    uid: texts('uid')[0]!,
    ...{ first: given ?? '', last: last ?? '', shown: texts('fn')[0] ?? '' },
    ...{ company: texts('org')[0] ?? '', title: texts('title')[0] ?? '', note: texts('note')[0] ?? '' },
    birthday: birthdayOf(text),
    ...{ emails: inOrder('email'), phones: inOrder('tel'), tags: texts('categories').sort() },
    photo: picture === undefined ? '' : createHash('sha256').update(Buffer.from(picture, 'base64')).digest('hex'),
  };
}

const plain = (value: unknown): string => String(value).replaceAll('\\;', ';');

/** ical.js does not support Apple's dates without a year. */
const birthdayOf = (text: string): string => {
  const [, parameters = '', day = ''] = /^BDAY([^:\r\n]*):(\S*)/m.exec(text) ?? [];
  return parameters.includes('X-APPLE-OMIT-YEAR=1604') ? day.replace('1604', '-') : day;
};

const PARTS = ['contact_emails', 'contact_phone_numbers', 'tags_contacts'];

/** All people of a user as the REST API returns them, by id. */
export async function contentInKith(api: Api, archived = false): Promise<Map<string, PersonContent>> {
  const people = new Map<string, PersonContent>();
  const include = PARTS.map((part) => `&include[${part}]=true`).join('');
  let cursor: string | null = '';
  while (cursor !== null) {
    const data: Json = dataOf(
      await api.get(
        `/v2/contacts?take=500&archived=${archived}${include}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      ),
    );
    for (const one of data.contacts) people.set(one.id, saidOf(one));
    cursor = data.pagination.nextCursor ?? null;
  }
  return people;
}

function saidOf(contact: Json): PersonContent {
  const { first_name, last_name, full_name, company, job_title, description, image_url } = contact;
  const { birthday, birthday_year: year, contact_emails, contact_phone_numbers, tags_contacts } = contact;
  return {
    ...{ first: first_name ?? '', last: last_name ?? '', shown: full_name ?? '', company: company ?? '' },
    ...{ title: job_title ?? '', note: description ?? '' },
    birthday: birthday ? `${year ?? '-'}-${birthday.slice(5, 10)}` : '',
    emails: contact_emails.map(({ email }: Json) => email),
    phones: contact_phone_numbers.map(({ phone_number }: Json) => phone_number),
    tags: tags_contacts.map(({ tags }: Json) => tags.name).sort(),
    photo: /kith:\/\/photos\/(\w+)/.exec(image_url ?? '')?.[1] ?? '',
  };
}
