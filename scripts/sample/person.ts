import type { CityName } from './cities.ts';

export type Tag =
  | 'family'
  | 'friend'
  | 'work'
  | 'client'
  | 'climbing'
  | 'book club'
  | 'choir'
  | 'neighbor'
  | 'mentor'
  | 'investor'
  | 'college'
  | 'school parent'
  | 'conference'
  | 'running';

type MeetingType =
  | 'call'
  | 'coffee'
  | 'email'
  | 'meal'
  | 'meeting'
  | 'networking'
  | 'note'
  | 'other'
  | 'party'
  | 'text';

/** `2026-04-18 coffee: what was said`. */
export type Note = `20${string} ${MeetingType}: ${string}`;

type PhoneType = 'cell' | 'home' | 'work';
type Service = 'LinkedIn' | 'Instagram' | 'Facebook' | 'Twitter' | 'Telegram' | 'Mastodon' | 'YouTube';
type Relation = 'spouse' | 'sibling' | 'parent' | 'child' | 'kin' | 'co-worker';

/**
 * What is written by hand about a person. Everything left out is made up by the generator: addresses, numbers,
 * the day of a birthday. The owner of the book is an American founder in London with a partner, Sam, and a
 * daughter, Nora, born in 2020.
 */
export interface Person {
  /** The family name stands between slashes: `Amara /Okafor/`, `/Nguyễn/ Văn Thành`, `Suryani`. */
  name: string;
  /** The same name in the person's own script, with slashes as well. */
  native?: string;
  /** The language of `native`, or of `name` when that is not Latin. */
  lang?: string;
  /** Show the native name first, as some people keep their contacts. */
  nativeFirst?: true;
  /** Latin given and family name for addresses, where `name` is in another script. */
  latin?: string;
  /** Tells cards of one name apart. */
  key?: string;
  nickname?: string;
  prefix?: string;
  city: CityName;
  /** Company, and after a semicolon the department. */
  org?: string;
  title?: string;
  tags: readonly Tag[];
  /** A year, from which the generator makes a day, or a written `19870324` or `--0517`. */
  born?: number | string;
  anniversary?: string;
  /** People with one household share one address. */
  household?: string;
  noAddress?: true;
  /** Street, city, region, postcode and country, with semicolons. */
  address?: `${string};${string};${string};${string};${string}`;
  /** The household's landline stands on this card. */
  sharedLine?: true;
  related?: readonly `${Relation} ${string}`[];
  emails?: readonly `${'home' | 'work'} ${string}`[];
  phones?: readonly `${PhoneType} ${string}`[];
  social?: readonly `${Service} ${string}`[];
  /** A card that was saved in a hurry: just this way to reach the person. */
  only?: 'phone' | 'email';
  notes?: readonly Note[];
}
