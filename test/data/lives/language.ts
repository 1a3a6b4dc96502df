/** Languages of notes and questions, in the order of their forms in the data files. */
export const TONGUES = ['en', 'de', 'es'] as const;
export type Tongue = (typeof TONGUES)[number];

export type Gender = 'm' | 'f';

/** A word or phrase in each language. */
export type InTongues = Record<Tongue, string>;

/** Reads "Lisbon/Lissabon/Lisboa", or one form for all three. */
export function inTongues(text: string): InTongues {
  const [en = '', de = en, es = en] = text.split('/').map((form) => form.trim());
  return { en, de, es };
}

const MONTHS: Record<Tongue, string[]> = {
  en: 'January February March April May June July August September October November December'.split(' '),
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
};

const DAY_OF: Record<Tongue, (day: number, month: string) => string> = {
  en: (day, month) => `on ${month} ${day}`,
  de: (day, month) => `am ${day}. ${month}`,
  es: (day, month) => `el ${day} de ${month}`,
};

/** A day without its year, such as "on May 14". */
export const dayIn = (tongue: Tongue, time: Date): string =>
  DAY_OF[tongue](time.getUTCDate(), MONTHS[tongue][time.getUTCMonth()]!);

const IN_MONTH: Record<Tongue, (month: string, year: number) => string> = {
  en: (month, year) => `in ${month} ${year}`,
  de: (month, year) => `im ${month} ${year}`,
  es: (month, year) => `en ${month} de ${year}`,
};

export const monthIn = (tongue: Tongue, time: Date): string =>
  IN_MONTH[tongue](MONTHS[tongue][time.getUTCMonth()]!, time.getUTCFullYear());

const WIFE_OR = {
  en: (name: string) => (/[sxz]$/i.test(name) ? `${name}'` : `${name}'s`),
  de: (name: string) => (/[sxzß]$/i.test(name) ? `${name}'` : `${name}s`),
  es: (name: string) => `de ${name}`,
};

/** "Anna's", "Annas" or "de Anna". */
export const possessive = (tongue: Tongue, name: string): string => WIFE_OR[tongue](name);

const PRONOUN: Record<Tongue, Record<Gender, string>> = {
  en: { m: 'he', f: 'she' },
  de: { m: 'er', f: 'sie' },
  // Spanish omits it.
  es: { m: '', f: '' },
};
const POSSESSIVE_PRONOUN: Record<Tongue, Record<Gender, string>> = {
  en: { m: 'his', f: 'her' },
  de: { m: 'sein', f: 'ihr' },
  es: { m: 'suyo', f: 'suyo' },
};

export const pronounFor = (tongue: Tongue, gender: Gender): { subject: string; owner: string } => ({
  subject: PRONOUN[tongue][gender],
  owner: POSSESSIVE_PRONOUN[tongue][gender],
});

/** Drops accents: "Muller" from "Müller". */
export const withoutAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .replace(/ß/g, 'ss')
    .replace(/[łŁ]/g, 'l')
    .replace(/ø/g, 'o');

/** Spells umlauts with two letters: "Mueller" from "Müller". */
export const withoutUmlauts = (text: string): string =>
  text
    .replace(/ü/g, 'ue')
    .replace(/ö/g, 'oe')
    .replace(/ä/g, 'ae')
    .replace(/Ü/g, 'Ue')
    .replace(/Ö/g, 'Oe')
    .replace(/Ä/g, 'Ae')
    .replace(/ß/g, 'ss');

export const capitalized = (text: string): string => text.replace(/\p{L}/u, (letter) => letter.toUpperCase());
