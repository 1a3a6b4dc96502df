import { append } from '../../shared/lists.ts';
import { isKnownName } from '../names/given-names.ts';
import { isOneEdit, isSwap, jaroWinkler } from '../names/text-distance.ts';
import type { Commonness } from './commonness.ts';
import { compareAddresses } from './compare-addresses.ts';
import { compareEmails, compareHandles, comparePhones } from './compare-keys.ts';
import { compareNames, isApart, isMistyped, isSame, type Likeness, type NameAgreement } from './compare-names.ts';
import type { Comparison, Evidence, Reason, SharedKeys } from './evidence.ts';
import { DIFFERS } from './noise.ts';
import type { Profile } from './profile.ts';
import { BANDS, BIRTHDAY, COMPANY, type Confidence, FAMILY, GIVEN, JOB_TITLE } from './weights.ts';

/** Facts about an address book that every comparison takes into account. */
export interface ComparisonContext {
  commonness: Commonness;
  /** Whether an email (loose form) or phone number belongs to people with clearly different names. */
  isShared: SharedKeys;
  /** Differences that are usually errors in this address book. See noise.ts. */
  errors: ReadonlySet<number>;
}

/**
 * Compares two contacts. Returns undefined if there is no reason to believe they are the same person. The result is
 * symmetric.
 */
export function compare(a: Profile, b: Profile, around: ComparisonContext): Comparison | undefined {
  const { commonness, isShared, errors } = around;
  const names = compareNames(a.name, b.name);
  const [email, phone, handle] = [compareEmails(a, b, isShared), comparePhones(a, b, isShared), compareHandles(a, b)];
  const strong = (email.strong ?? 0) + (phone.strong ?? 0) + (handle.strong ?? 0);
  const birthday = compareBirthdays(a, b);
  const personal = strong > 0 || birthday.points > BIRTHDAY.partOnly;
  // Neighbors and coworkers share only a place.
  if (names.given === 'different' && isApart(names.family) && !personal) return undefined;
  const address = compareAddresses(a, b, commonness);
  const work = compareWork(a, b, commonness);
  const most = personal || address.points >= SAME_HOME ? commonness.whole : commonness.nameAlone;
  const name = Math.min(namePoints(names, commonness, a.guessed || b.guessed), most(a), most(b));
  const score = name + email.points + phone.points + handle.points + birthday.points + address.points + work.points;
  const band = bandOf(score);
  if (!band) return undefined;

  const reasons = nameReasons(names);
  for (const evidence of [email, phone, handle, birthday, address, work]) append(reasons, evidence.reasons);
  if (suffixesDiffer(a, b)) reasons.push('conflict_suffix');
  // A weak match with counterevidence and no personal evidence is a pair of namesakes.
  const isDoubtful = strong === 0 && reasons.some((reason) => reason.startsWith('conflict_'));
  if (isDoubtful && band === 'possible') return undefined;
  const differs = differencesOf(a, b, names);
  // Evidence that belongs to one person and not to a household.
  const own = (handle.strong ?? 0) > 0 || birthday.points > BIRTHDAY.partOnly;
  const isMore = hasMore(a, b) || hasMore(b, a);
  const isNamed = email.own === true && emailNames(a, b);
  const isOpen = !isSame(names.given) && isShared.fitsAnother(a, b);
  const isPlaced = address.points > 0 || work.points > 0;
  const limit = confidenceLimit(a, b, {
    names,
    reasons,
    strong,
    personal,
    own,
    isMore,
    isOpen,
    ownKey: email.own === true || phone.own === true,
    isNamed,
    isBare: isInitial(a) !== isInitial(b) && (isInitial(a) ? !hasMore(a, b) : !hasMore(b, a)),
    isCalled: strong > 1 && emailCallsByName(a, b),
    isPlaced,
    isError: errors.has(differs),
    isNoisy: errors.size > 0,
    isMistyped: errors.has(DIFFERS.given),
  });
  const confidence = BANDS[band] < BANDS[limit] ? band : limit;
  const sameHome =
    strong === 0 &&
    reasons.includes('same_address') &&
    ((differs & DIFFERS.birthday) !== 0 || birthday.points === BIRTHDAY.exact);
  const veto = limit === 'possible';
  const isSure = confidence === 'certain' || errors.size > 0;
  const facts = {
    own,
    ownEmail: email.own === true,
    isNamed,
    isOpen,
    hasHome: reasons.includes('same_address'),
    personal,
  };
  const joins = veto ? undefined : isSure ? 'firmly' : linkStrength(names, facts);
  return { score, confidence, reasons, veto, joins, differs, sameHome };
}

/** How firmly two contacts are linked beyond shared household data. Other contacts may join only firm links. */
function linkStrength(
  { given, family, givenWords }: NameAgreement,
  found: Record<'own' | 'ownEmail' | 'isNamed' | 'isOpen' | 'hasHome' | 'personal', boolean>,
): Comparison['joins'] {
  const { own, ownEmail, isNamed, isOpen, hasHome, personal } = found;
  if (isSame(given)) return family === 'exact' || personal || hasHome ? 'firmly' : undefined;
  if (isOpen) return undefined;
  // In all other cases either person may be meant, and twins share a birthday.
  const isNear = given === 'slip' || given === 'nickname' || given === 'missing';
  const isGarbled = given === 'weak' && isMistyped(givenWords);
  if ((own && isNear) || (isNamed && (isNear || given === 'initial' || isGarbled))) return 'firmly';
  return (own && isGarbled && !hasHome) || (ownEmail && (isNear || given === 'initial')) ? 'loosely' : undefined;
}

/** Points for a matching street and house number. */
const SAME_HOME = 15;

function differencesOf(a: Profile, b: Profile, names: NameAgreement): number {
  return (
    (isApart(names.given) ? DIFFERS.given : 0) |
    (isApart(names.family) ? DIFFERS.family : 0) |
    (generationsApart(a, b) ? DIFFERS.birthday : 0)
  );
}

const bandOf = (score: number): Confidence | undefined => NAMES_OF_BANDS.find((band) => score >= BANDS[band]);

const NAMES_OF_BANDS = Object.keys(BANDS) as Confidence[];

/** Whether two people's given names clearly differ. */
export const namesClash = (a: Profile, b: Profile): boolean => compareNames(a.name, b.name).given === 'different';

/** Whether their given names are as similar as those of siblings. */
export const areAlike = (a: Profile, b: Profile): boolean => compareNames(a.name, b.name).given === 'akin';

/** Whether two contacts must not be in one cluster, regardless of their links to others. */
export function contradict(a: Profile, b: Profile, errors: ReadonlySet<number>): boolean {
  const [handleA, handleB] = [a.handles.get('linkedin'), b.handles.get('linkedin')];
  if (a.name.suffix !== b.name.suffix || (!!handleA && !!handleB && handleA !== handleB)) return true;
  const names = compareNames(a.name, b.name);
  if (names.given === 'akin' && errors.size === 0) return true;
  const differs = differencesOf(a, b, names);
  return (differs & (DIFFERS.given | DIFFERS.birthday)) !== 0 && !errors.has(differs);
}

interface MatchFacts {
  names: NameAgreement;
  reasons: Reason[];
  strong: number;
  /** Whether a personal value matches: an identifying key or a birthday. */
  personal: boolean;
  /** Whether a value matches that households never share. */
  own: boolean;
  /** Whether one contact has an email or phone number that the other lacks. */
  isMore: boolean;
  /** Whether one of the two may be another member of the household. */
  isOpen: boolean;
  /** Whether they share an email or phone number that nobody with a similar name has. */
  ownKey: boolean;
  /** Whether a given name occurs in an email address that only these two share. */
  isNamed: boolean;
  /** Whether exactly one of them has only an initial, and no email or phone number that the other lacks. */
  isBare: boolean;
  /** Whether they share an email address whose local part is a given name, and another key. */
  isCalled: boolean;
  /** Whether address or work supports the match. */
  isPlaced: boolean;
  isError: boolean;
  /** Whether fields in this address book are often wrong. */
  isNoisy: boolean;
  /** Whether a different given name is usually an error in this address book. */
  isMistyped: boolean;
}

/** The upper limit for confidence, regardless of the score. It keeps members of a household apart. */
function confidenceLimit(a: Profile, b: Profile, found: MatchFacts): Confidence {
  const { names, reasons, strong, personal, isPlaced, isError, isNoisy } = found;
  const has = (reason: Reason) => reasons.includes(reason);
  const { given, family } = names;
  if (has('conflict_suffix') || has('conflict_linkedin') || a.name.joint !== b.name.joint) return 'possible';
  // Garbled beyond recognition. With a matching birthday and a personal key, it is hardly another name.
  const isGarbled = given === 'unlike' && SURE.has(family) && strong > 0 && has('same_birthday');
  if ((isApart(given) && !isGarbled) || generationsApart(a, b)) return isError ? 'likely' : 'possible';
  // A contact with only a family name at exactly the same address is worth reviewing.
  const isHome = given === 'missing' && SURE.has(family) && has('same_address');
  if (!personal && !isHome && ['missing', 'initial', 'unlike', 'part'].includes(given)) return 'possible';
  if (!personal && given === 'akin' && !isNoisy) return 'possible';
  // Only one name and the birthday match. That happens by chance among thousands of contacts.
  if (isApart(family) && !strong && !isPlaced) return 'possible';
  if (has('conflict_birthday') || yearsApart(a, b) || a.name.suffix !== b.name.suffix) return 'likely';
  return isCertain(found, a.guessed || b.guessed) ? 'certain' : 'likely';
}

/**
 * Whether two contacts are certainly the same person. Members of a household share an address, phone, email, and family
 * name, so this requires the same given name or a value that nobody shares.
 */
function isCertain(
  { names, reasons, strong, own, ownKey, isBare, isMore, isOpen, isCalled, isNamed, isMistyped }: MatchFacts,
  guessed: boolean,
): boolean {
  const { given, family } = names;
  const has = (reason: Reason) => reasons.includes(reason);
  if (isSame(given)) {
    if (SURE.has(family) && !guessed && (has('same_birthday') || has('same_address'))) return true;
    if (isApart(family)) return strong > 0 && own;
    return strong > (family === 'missing' ? 1 : 0) && family !== 'akin';
  }
  if (!SURE.has(family)) return false;
  const isProfile = has('same_linkedin') || has('same_profile');
  if (isMistyped && !isApart(given) && given !== 'missing' && has('same_birthday') && has('same_address')) return true;
  if (!isOpen && given === 'slip') {
    if (!guessed && has('same_birthday')) return true;
    if (isOneEdit(...names.givenWords) && isNamed) return true;
    if (isSlipOfHand(names) && (ownKey || has('same_address'))) return true;
  }
  if (!isOpen && given === 'initial' && ownKey && isBare) return true;
  const isHousehold = isMore || has('same_address');
  // Father and son may be Johannes and Hans and share a landline.
  const sharesHome = has('same_address') || has('same_phone') || has('shared_contact_key');
  if (!isOpen && given === 'nickname' && !sharesHome && (has('same_birthday') || isNamed)) return true;
  // Two members of a household often share an email and a phone number and nothing else.
  if (given === 'nickname') return isProfile || ((own || strong > 0) && strong < 2 && !isHousehold);
  if (given === 'weak' || given === 'fitting') return isCalled && !isHousehold;
  return FITTING.has(given) && isProfile;
}

/** Quick check before the slow name comparison: every rule in `isCertain` requires one of these matches. */
export function mayBeCertain(a: Profile, b: Profile, { commonness, isShared }: ComparisonContext): boolean {
  return (
    compareBirthdays(a, b).points > BIRTHDAY.partOnly ||
    compareHandles(a, b).strong === 1 ||
    compareEmails(a, b, isShared).strong === 1 ||
    comparePhones(a, b, isShared).strong === 1 ||
    compareAddresses(a, b, commonness).reasons.includes('same_address')
  );
}

const isInitial = ({ name }: Profile): boolean => name.readings.some(({ given }) => given[0]?.length === 1);

/**
 * Whether the names differ by a typo: one edit between a known and an unknown name, or two swapped letters in unknown
 * names.
 */
function isSlipOfHand({ givenWords: [one, other] }: NameAgreement): boolean {
  const known = [one, other].filter(isKnownName).length;
  return known === 1 ? isOneEdit(one, other) : known === 0 && isSwap(one, other);
}

const hasMore = (a: Profile, b: Profile): boolean =>
  a.emails.some(({ loose }) => !b.emails.some((other) => other.loose === loose)) ||
  a.phones.some((phone) => !b.phones.some((other) => other.slice(-7) === phone.slice(-7)));

/** Whether a given name occurs in an email address that both have. */
const emailNames = (a: Profile, b: Profile): boolean =>
  a.emails.some(
    ({ loose, local }) =>
      b.emails.some((other) => other.loose === loose) &&
      [a, b].some(({ name }) =>
        name.readings.some(({ given: [first = ''] }) => first.length > 2 && local.includes(first)),
      ),
  );

const emailCallsByName = (a: Profile, b: Profile): boolean =>
  a.emails.some(
    ({ loose, local }) =>
      b.emails.some((other) => other.loose === loose) &&
      [a, b].some(({ name }) => name.readings.some(({ given }) => given[0] === local)),
  );

/**
 * Likenesses that are sufficient with a birthday or an address, and those that also need a value that nobody shares.
 */
const SURE = new Set<Likeness>(['exact', 'close', 'slip', 'nickname']);

const FITTING = new Set<Likeness>(['slip', 'fitting', 'initial', 'part']);

function namePoints(names: NameAgreement, commonness: Commonness, guessed: boolean): number {
  const { given, family, givenWords, familyWords } = names;
  const bits = (common: (word: string) => number, [one, other]: readonly [string, string]) =>
    one === other ? common(one) : Math.min(common(one), common(other));
  const [bitsOfGiven, bitsOfFamily] = [bits(commonness.given, givenWords), bits(commonness.family, familyWords)];
  // A similar name never weighs more than the same name.
  const ofGiven = Math.min(GIVEN[given].points ?? Infinity, (GIVEN[given].part ?? 0.9) * bitsOfGiven);
  const ofFamily = Math.min(FAMILY[family].points ?? Infinity, (FAMILY[family].part ?? 0.9) * bitsOfFamily);
  const points = ofGiven + ofFamily;
  return guessed && points > 0 ? points * 0.6 : points;
}

const isAlike = (likeness: Likeness): boolean => !isApart(likeness) && likeness !== 'missing';

function nameReasons({ given, family, swapped }: NameAgreement): Reason[] {
  const reasons: Reason[] = [];
  if (given === 'exact' && family === 'exact') reasons.push('same_name');
  else if (given !== 'different' && family !== 'different' && (isAlike(given) || isAlike(family)))
    reasons.push('similar_name');
  if (given === 'nickname') reasons.push('nickname');
  if (given === 'initial') reasons.push('initials');
  if (swapped && !isApart(given) && !isApart(family)) reasons.push('names_swapped');
  if (given === 'different') reasons.push('conflict_first_name');
  if (family === 'different') reasons.push('conflict_last_name');
  return reasons;
}

const suffixesDiffer = (a: Profile, b: Profile): boolean =>
  !!a.name.suffix && !!b.name.suffix && a.name.suffix !== b.name.suffix;

/** Whether the birth years suggest parent and child. On the same day of the year, the year may be a typo. */
const generationsApart = (a: Profile, b: Profile): boolean => yearsApart(a, b) && a.birthday?.day !== b.birthday?.day;

function yearsApart(a: Profile, b: Profile): boolean {
  const [yearA, yearB] = [a.birthday?.year, b.birthday?.year];
  return !!yearA && !!yearB && Math.abs(yearA - yearB) >= 12;
}

const NOTHING: Evidence = { points: 0, reasons: [] };

const BIRTHDAYS = {
  same: { points: BIRTHDAY.exact, reasons: ['same_birthday'] },
  slip: { points: BIRTHDAY.slip, reasons: ['similar_birthday'] },
  partOnly: { points: BIRTHDAY.partOnly, reasons: ['similar_birthday'] },
  twoSlips: { points: BIRTHDAY.twoSlips, reasons: [] },
  different: { points: BIRTHDAY.different, reasons: ['conflict_birthday'] },
  sameDay: { points: BIRTHDAY.dayOnly, reasons: ['same_birthday'] },
  otherDay: { points: BIRTHDAY.dayDiffers, reasons: ['conflict_birthday'] },
} satisfies Record<string, Evidence>;

function compareBirthdays({ birthday: a }: Profile, { birthday: b }: Profile): Evidence {
  if (!a || !b) return NOTHING;
  if (a.year === null || b.year === null) return a.day === b.day ? BIRTHDAYS.sameDay : BIRTHDAYS.otherDay;
  if (a.year === b.year && a.day === b.day) return BIRTHDAYS.same;
  const [textA, textB] = [`${a.year}${a.day.replace('-', '')}`, `${b.year}${b.day.replace('-', '')}`];
  let slips = 0;
  for (let at = 0; at < textA.length; at++) if (textA[at] !== textB[at]) slips++;
  const turned = a.year === b.year && a.day === b.day.split('-').reverse().join('-');
  if (slips === 1 || turned || isSwap(textA, textB)) return BIRTHDAYS.slip;
  const [[monthA, dayA], [monthB, dayB]] = [a.day.split('-'), b.day.split('-')];
  const same = Number(a.year === b.year) + Number(monthA === monthB) + Number(dayA === dayB);
  if (same === 2) return BIRTHDAYS.partOnly;
  return slips === 2 ? BIRTHDAYS.twoSlips : BIRTHDAYS.different;
}

function compareWork(a: Profile, b: Profile, commonness: Commonness): Evidence {
  if (!(a.company && b.company) && !(a.jobTitle && b.jobTitle)) return NOTHING;
  const reasons: Reason[] = [];
  let points = 0;
  if (a.company && b.company) {
    const alike = a.company === b.company ? 'exact' : jaroWinkler(a.company, b.company) >= 0.92 ? 'close' : undefined;
    if (alike) points += Math.min(COMPANY[alike], commonness.company(a.company), commonness.company(b.company));
    if (alike) reasons.push('same_company');
  }
  if (a.jobTitle && b.jobTitle) {
    const alike =
      a.jobTitle === b.jobTitle ? 'exact' : jaroWinkler(a.jobTitle, b.jobTitle) >= 0.92 ? 'close' : undefined;
    if (alike) points += JOB_TITLE[alike];
    if (alike) reasons.push('same_job_title');
  }
  return { points, reasons };
}
