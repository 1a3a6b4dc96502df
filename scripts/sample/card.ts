import { cities } from './cities.ts';
import { type Channels, digits, fill, keyOf, workDomain } from './contact.ts';
import { parseName } from './name.ts';
import type { Person } from './person.ts';
import { type Random, randomFor, uuidOf } from './random.ts';
import { list, type Property, structured, text } from './vcard.ts';

/** Everything of a person in the order in which a card is read. `related` is [type, UID]. */
export function propertiesOf(
  person: Person,
  channels: Channels,
  related: readonly (readonly [string, string])[],
): Property[] {
  const random = randomFor(`card of ${keyOf(person)}`);
  const full = !person.only;
  return [
    { name: 'UID', value: uidOf(person) },
    ...nameProperties(person),
    ...optional('NICKNAME', person.nickname && text(person.nickname)),
    ...optional('BDAY', full ? birthday(person, random) : undefined),
    ...optional('ANNIVERSARY', person.anniversary),
    ...optional('ORG', person.org && structured(person.org.split(';'))),
    ...optional('TITLE', person.title && text(person.title)),
    ...channels.emails.map((email, at) => ({
      name: 'EMAIL',
      parameters: { TYPE: email.label, PREF: at === 0 && channels.emails.length > 1 ? '1' : undefined },
      value: text(email.value),
    })),
    ...channels.phones.map((phone) => phoneProperty(phone.label, phone.value, random)),
    ...(full ? placeProperties(person) : []),
    ...(full && person.lang && random.chance(0.4) ? [{ name: 'LANG', value: person.lang }] : []),
    ...channels.profiles.map((profile) => profileProperty(profile.label, profile.value, random)),
    ...(full && workDomain(person.org) && random.chance(0.2)
      ? [{ name: 'URL', value: `https://${workDomain(person.org)}/` }]
      : []),
    ...related.map(([type, uid]) => ({ name: 'RELATED', parameters: { TYPE: type }, value: uid })),
    { name: 'CATEGORIES', value: list(person.tags) },
    ...noteProperties(person),
  ];
}

export const uidOf = (person: Person) => `urn:uuid:${uuidOf(keyOf(person))}`;

function optional(name: string, value: string | undefined): Property[] {
  return value ? [{ name, value }] : [];
}

/** One name, or two that are alternatives of each other (ALTID): the one to show stands first. */
function nameProperties(person: Person): Property[] {
  const { native, lang, prefix = '' } = person;
  const latin = { name: parseName(person.name), language: native ? 'en' : undefined };
  const own = native ? [{ name: parseName(native), language: lang }] : [];
  const names = person.nativeFirst ? [...own, latin] : [latin, ...own];
  const altid = native ? '1' : undefined;
  return [
    ...names.map(({ name, language }) => ({
      name: 'FN',
      parameters: { ALTID: altid, LANGUAGE: language },
      value: text([prefix, name.full].filter(Boolean).join(' ')),
    })),
    ...names.map(({ name, language }) => ({
      name: 'N',
      parameters: { ALTID: altid, LANGUAGE: language },
      value: structured([name.family, name.given, '', prefix, name.suffix]),
    })),
  ];
}

function birthday({ born }: Person, random: Random): string | undefined {
  if (typeof born !== 'number') return born;
  const day = `${two(random.integer(1, 12))}${two(random.integer(1, 28))}`;
  const dice = random.integer(1, 10);
  if (dice <= 2) return undefined;
  return dice <= 4 ? `--${day}` : `${born}${day}`;
}

/** Half as a tel: URI, as the standard likes it, half as the free text most programs write. */
function phoneProperty(label: string, value: string, random: Random): Property {
  if (value.startsWith('+') && random.chance(0.5)) {
    return {
      name: 'TEL',
      parameters: { VALUE: 'uri', TYPE: label === 'cell' ? 'cell,voice' : label },
      value: `tel:${value.replaceAll(' ', '-')}`,
    };
  }
  const written = value.startsWith('+') && random.chance(0.3) ? `+${digits(value)}` : value;
  return { name: 'TEL', parameters: { TYPE: label }, value: text(written) };
}

function placeProperties(person: Person): Property[] {
  const place = cities[person.city];
  const random = randomFor(`place of ${person.household ?? keyOf(person)}`);
  const made = [
    fill(random.pick<string>(place.streets), random, true),
    place.city,
    place.region,
    fill(random.pick(place.postcode.split('|')), random),
    place.country,
  ];
  const address = structured(['', '', ...(person.address?.split(';') ?? made)]);
  const [latitude, longitude] = place.at.map((degrees) => (degrees + random.integer(-300, 300) / 1e4).toFixed(4));
  const hasAddress = !person.noAddress && Boolean(person.household ?? person.address ?? random.chance(0.85));
  const hasPosition = hasAddress && !person.address && random.chance(0.4);
  return [
    ...(hasAddress ? [{ name: 'ADR', parameters: { TYPE: 'home' }, value: address }] : []),
    { name: 'TZ', value: place.zone },
    ...(hasPosition ? [{ name: 'GEO', value: `geo:${latitude},${longitude}` }] : []),
  ];
}

function profileProperty(service: string, value: string, random: Random): Property {
  return random.chance(0.6)
    ? { name: 'SOCIALPROFILE', parameters: { 'SERVICE-TYPE': service }, value }
    : { name: 'X-SOCIALPROFILE', parameters: { TYPE: service.toLowerCase() }, value };
}

/** When a note about a meeting is written down, in the hours of the place: always after it. */
const HOURS: Record<string, readonly [earliest: number, latest: number]> = {
  coffee: [10, 18],
  meal: [20, 22],
  party: [21, 23],
  meeting: [11, 18],
  networking: [13, 21],
  other: [14, 20],
};

function noteProperties(person: Person): Property[] {
  return (person.notes ?? []).map((note) => {
    const [, date, type, words] = /^(\S{10}) (\w+): (.+)$/s.exec(note)!;
    const random = randomFor(`note ${note}`);
    const hours = HOURS[type!];
    // Fifteen degrees to the hour is near enough, and needs no time-zone data that differs between Nodes.
    const ahead = hours ? Math.round(cities[person.city].at[1] / 15) : 0;
    const hour = Math.min(23, Math.max(0, random.integer(...(hours ?? [9, 20])) - ahead));
    const created = `${date!.replaceAll('-', '')}T${two(hour)}${two(random.integer(0, 11) * 5)}00Z`;
    return { name: 'NOTE', parameters: { CREATED: created, 'X-KITH-MEETING-TYPE': type }, value: text(words!) };
  });
}

const two = (number: number) => String(number).padStart(2, '0');
