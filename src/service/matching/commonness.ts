import { largest } from '../../shared/lists.ts';
import type { NameParts } from '../names/name-parts.ts';
import type { Profile } from './profile.ts';
import { NAME_BITS } from './weights.ts';

// Most common names worldwide, transliterated. Agreement on a common name is weaker evidence than on a rare one.
const COMMON_GIVEN = new Set(
  'maria jose juan mohammed mohamed muhammad ahmed ali john james robert michael william david richard thomas mary patricia jennifer linda elizabeth anna ana carlos luis antonio francisco pedro wei li ming min jun sara sarah daniel paul peter mark george alexander aleksandr sergey ivan elena fatima omar ibrahim andrea laura marta marie jean pierre anne hans andreas stefan thomas priya raj amit rahul sanjay chen jing yan hui lucas emma olivia sofia julia kevin brian chris jason matthew andrew joseph charles steven'.split(
    ' ',
  ),
);
const COMMON_FAMILY = new Set(
  'smith johnson williams brown jones garcia miller davis rodriguez martinez hernandez lopez gonzalez wilson anderson thomas taylor moore jackson martin lee perez thompson white harris sanchez clark ramirez lewis robinson walker young allen king wright scott torres nguyen hill flores green adams nelson baker hall rivera campbell mitchell carter roberts wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin kim park choi jung tran le pham singh kumar sharma patel gupta khan ali ahmed hassan ivanov smirnov kuznetsov muller schmidt schneider fischer weber meyer wagner becker silva santos oliveira souza rossi russo ferrari bianchi dubois martin bernard suzuki sato tanaka takahashi cohen levi andersson johansson hansen jensen nielsen jansen devries murphy kelly'.split(
    ' ',
  ),
);

/** Probabilities of an unlisted and a listed name. */
const RARE = 0.0025;
const COMMON = 0.012;
/** Number of contacts that the lists count for, in addition to the user's own. */
const LISTED = 2000;
/** Maximum points for a full name, if nothing else supports the match. Falls with the number of namesakes. */
const MAX_NAME_ONLY = 12;

/** Weight of agreement on a value, in bits. Values that many of the user's contacts share weigh less. */
export interface Commonness {
  given(word: string): number;
  family(word: string): number;
  town(word: string): number;
  company(word: string): number;
  /** Maximum weight of a full name, because given and family names do not occur together by chance. */
  whole(profile: Profile): number;
  /** Maximum weight without other evidence: of ten people with one name, any two are probably namesakes. */
  nameAlone(profile: Profile): number;
}

/** Derives commonness from an address book. Without profiles, uses only the built-in lists. */
export function commonnessIn(profiles: readonly Profile[]): Commonness {
  const counts = {
    given: new Map<string, number>(),
    family: new Map<string, number>(),
    town: new Map<string, number>(),
    company: new Map<string, number>(),
    whole: new Map<string, number>(),
  };
  const count = (map: Map<string, number>, values: readonly string[]) => {
    for (const value of values.length > 1 ? new Set(values) : values) {
      if (value) map.set(value, (map.get(value) ?? 0) + 1);
    }
  };
  for (const { name, addresses, company } of profiles) {
    count(
      counts.given,
      name.readings.flatMap(({ given }) => given),
    );
    count(
      counts.family,
      name.readings.flatMap(({ family }) => family),
    );
    count(
      counts.town,
      addresses.map(({ town }) => town),
    );
    count(counts.company, [company]);
    count(counts.whole, name.readings.map(wholeName));
  }
  const total = profiles.length;
  // Two contacts may be the pair under comparison, so they say nothing about how common the value is.
  const bits = (held: number | undefined, listed: number) =>
    -Math.log2((Math.max(0, (held ?? 0) - 2) + LISTED * listed) / (total + LISTED));
  const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
  const name = (map: Map<string, number>, list: Set<string>) => (word: string) =>
    within(bits(map.get(word), list.has(word) ? COMMON : RARE), NAME_BITS.least, NAME_BITS.most);
  // With no namesakes the logarithm is infinite, so no limit applies.
  const known = new Map<Profile, number>();
  const namesakes = (profile: Profile): number => {
    let most = known.get(profile);
    if (most === undefined) {
      most = largest(
        profile.name.readings.map((reading) => (counts.whole.get(wholeName(reading)) ?? 0) - 2),
        0,
      );
      known.set(profile, most);
    }
    return most;
  };
  return {
    given: name(counts.given, COMMON_GIVEN),
    family: name(counts.family, COMMON_FAMILY),
    town: (word) => within(bits(counts.town.get(word), RARE), 1.5, 9.3),
    whole: (profile) => Math.log2((total + LISTED) / namesakes(profile)),
    nameAlone: (profile) => MAX_NAME_ONLY - 2 * Math.log2(namesakes(profile)),
    company: (word) => within(bits(counts.company.get(word), RARE) - 5, 0.5, 3.5),
  };
}

/** Full name with its parts sorted, so that swapped names match. */
function wholeName({ given, family }: NameParts): string {
  const [first, last] = [given[0] ?? '', family.at(-1) ?? ''];
  return first < last ? `${first} ${last}` : `${last} ${first}`;
}
