import { isOneEdit, jaroWinkler } from '../names/text-distance.ts';
import type { AddressParts } from './address-parts.ts';
import type { Commonness } from './commonness.ts';
import type { Evidence, Reason } from './evidence.ts';
import type { Profile } from './profile.ts';
import { ADDRESS } from './weights.ts';

/** Compares the best-matching pair of addresses, because people may have one at home and one at work. */
export function compareAddresses(a: Profile, b: Profile, commonness: Commonness): Evidence {
  let best: Evidence | undefined;
  for (const x of a.addresses) {
    for (const y of b.addresses) {
      const found = compareTwo(x, y, commonness);
      if (!best || found.points > best.points || (found.points === best.points && textOf(found) > textOf(best)))
        best = found;
    }
  }
  return best ?? NOTHING;
}

const textOf = ({ reasons }: Evidence): string => reasons.join();

const NOTHING: Evidence = { points: 0, reasons: [] };

function compareTwo(a: AddressParts, b: AddressParts, commonness: Commonness): Evidence {
  const street = a.street && b.street ? streetPoints(a, b) : 0;
  const number = a.number && b.number ? byLevel(ADDRESS.number, editLevel(a.number, b.number)) : 0;
  const postcode = a.postcode && b.postcode ? postcodePoints(a.postcode, b.postcode) : 0;
  const named = a.town && b.town ? townPoints(a.town, b.town, commonness) : 0;
  // A place may be named by its village, town, or county.
  const town = postcode === ADDRESS.postcode.near ? Math.max(0, named) : named;
  const region = a.region && b.region ? byLevel(ADDRESS.region, editLevel(a.region, b.region)) : 0;
  const place = Math.min(ADDRESS.mostOfPlace, town + postcode + region);
  const points = Math.max(ADDRESS.least, street + number + place);
  const reasons: Reason[] = [];
  if (street > 0 && number >= 0 && place >= 0) reasons.push(number > 0 ? 'same_address' : 'similar_address');
  else if (street > 0 && street + number + place > 12) reasons.push('similar_address');
  else if (town > 0) reasons.push('same_town');
  else if (points <= -6) reasons.push('conflict_address');
  return { points, reasons };
}

type Level = 'exact' | 'close' | 'weak' | 'different';
type Levels = { exact: number; close: number; weak?: number; different: number };

const byLevel = (weights: Levels, level: Level): number =>
  level === 'weak' ? (weights.weak ?? weights.different) : weights[level];

function editLevel(a: string, b: string): Level {
  if (a === b) return 'exact';
  if (isOneEdit(a, b)) return 'close';
  return jaroWinkler(a, b) >= 0.8 ? 'weak' : 'different';
}

function postcodePoints(a: string, b: string): number {
  const level = editLevel(a, b);
  const isNear = level !== 'exact' && level !== 'close' && areaOf(a) !== '' && areaOf(a) === areaOf(b);
  return isNear ? ADDRESS.postcode.near : byLevel(ADDRESS.postcode, level);
}

/** Area prefix shared by neighboring postcodes: `TQ13` of `TQ13 8DF`, `803` of `80331`. */
function areaOf(postcode: string): string {
  const code = postcode.replace(/\W/g, '');
  if (/[a-z]/i.test(code)) return code.length >= 5 ? code.slice(0, -3) : '';
  return code.length >= 5 ? code.slice(0, 3) : '';
}

function streetPoints(a: AddressParts, b: AddressParts): number {
  const { exact, close, weak, different } = ADDRESS.street;
  if (a.street > b.street) return streetPoints(b, a);
  if (a.kind && b.kind && a.kind !== b.kind) return weak;
  if (a.street === b.street) return exact;
  const alike = jaroWinkler(a.street.slice(0, 30), b.street.slice(0, 30));
  if (alike >= 0.92) return close;
  // One of them may also name the house or building.
  const [fewer, more] = a.words.length <= b.words.length ? [a.words, b.words] : [b.words, a.words];
  const found = fewer.filter((word) =>
    more.some((other) => word === other || (word.length > 4 && isOneEdit(word, other))),
  );
  if (fewer.length > 0 && found.length === fewer.length) return close;
  return alike >= 0.8 || found.length > 1 ? Math.max(weak, found.length > 0 ? 2 : weak) : different;
}

function townPoints(a: string, b: string, commonness: Commonness): number {
  const { exact, close, weak, different } = ADDRESS.town;
  const bits = Math.min(commonness.town(a), commonness.town(b));
  if (a === b) return Math.min(exact, bits);
  const alike = jaroWinkler(a, b);
  if (alike >= 0.92) return Math.min(close, bits);
  return alike >= 0.8 ? Math.min(weak, bits) : different;
}
