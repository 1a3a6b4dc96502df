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

/** What all comparisons of one address book take into account besides the two contacts. */
export interface Surroundings {
  commonness: Commonness;
  /** Whether an e-mail (loose) or a phone is held by people of clearly different names. */
  isShared: SharedKeys;
  /** The differences that are mostly errors here; see noise.ts. */
  errors: ReadonlySet<number>;
}

/** How likely two contacts are one person; undefined where there is no reason to think so. Symmetric. */
export function compare(a: Profile, b: Profile, around: Surroundings): Comparison | undefined {
  const { commonness, isShared, errors } = around;
  const names = compareNames(a.name, b.name);
  const [email, phone, handle] = [compareEmails(a, b, isShared), comparePhones(a, b, isShared), compareHandles(a, b)];
  const strong = (email.strong ?? 0) + (phone.strong ?? 0) + (handle.strong ?? 0);
  const birthday = compareBirthdays(a, b);
  const personal = strong > 0 || birthday.points > BIRTHDAY.partOnly;
  // Neighbors and colleagues share no more than a place.
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
  // With evidence against and nothing personal in favor, a weak case is no case: these are namesakes.
  const isDoubtful = strong === 0 && reasons.some((reason) => reason.startsWith('conflict_'));
  if (isDoubtful && band === 'possible') return undefined;
  const differs = differencesOf(a, b, names);
  // What one person has, and no household in common.
  const own = (handle.strong ?? 0) > 0 || birthday.points > BIRTHDAY.partOnly;
  const isMore = hasMore(a, b) || hasMore(b, a);
  const isNamed = email.own === true && emailNames(a, b);
  const isOpen = !isSame(names.given) && isShared.fitsAnother(a, b);
  const isPlaced = address.points > 0 || work.points > 0;
  const limit = mostThatMayBeSaid(a, b, {
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
  const joins = veto ? undefined : isSure ? 'firmly' : holdsTogether(names, facts);
  return { score, confidence, reasons, veto, joins, differs, sameHome };
}

/** How well two are linked by more than a household has in common, so that others may join them. */
function holdsTogether(
  { given, family, givenWords }: NameAgreement,
  found: Record<'own' | 'ownEmail' | 'isNamed' | 'isOpen' | 'hasHome' | 'personal', boolean>,
): Comparison['joins'] {
  const { own, ownEmail, isNamed, isOpen, hasHome, personal } = found;
  if (isSame(given)) return family === 'exact' || personal || hasHome ? 'firmly' : undefined;
  if (isOpen) return undefined;
  // Of the others either of two may be meant, and twins have one birthday.
  const isNear = given === 'slip' || given === 'nickname' || given === 'missing';
  const isGarbled = given === 'weak' && isMistyped(givenWords);
  if ((own && isNear) || (isNamed && (isNear || given === 'initial' || isGarbled))) return 'firmly';
  return (own && isGarbled && !hasHome) || (ownEmail && (isNear || given === 'initial')) ? 'loosely' : undefined;
}

/** The points of a street with its number. */
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

/** Whether two people's first names clearly differ. */
export const namesClash = (a: Profile, b: Profile): boolean => compareNames(a.name, b.name).given === 'different';

/** Whether their first names are as like as those of brothers and sisters. */
export const areAlike = (a: Profile, b: Profile): boolean => compareNames(a.name, b.name).given === 'akin';

/** Whether two contacts must not be in one cluster, whoever else is linked to both. */
export function contradict(a: Profile, b: Profile, errors: ReadonlySet<number>): boolean {
  const [handleA, handleB] = [a.handles.get('linkedin'), b.handles.get('linkedin')];
  if (a.name.suffix !== b.name.suffix || (!!handleA && !!handleB && handleA !== handleB)) return true;
  const names = compareNames(a.name, b.name);
  if (names.given === 'akin' && errors.size === 0) return true;
  const differs = differencesOf(a, b, names);
  return (differs & (DIFFERS.given | DIFFERS.birthday)) !== 0 && !errors.has(differs);
}

interface Found {
  names: NameAgreement;
  reasons: Reason[];
  strong: number;
  /** Whether something that one person has speaks for it: such a key, or a birthday. */
  personal: boolean;
  /** Whether it is something that no household shares. */
  own: boolean;
  /** Whether one has an e-mail or a phone that the other has not. */
  isMore: boolean;
  /** Whether one of the two may as well be somebody else of the household. */
  isOpen: boolean;
  /** Whether they share an e-mail or a phone that nobody else of a like name has. */
  ownKey: boolean;
  /** Whether the first name of one stands in an e-mail of theirs alone. */
  isNamed: boolean;
  /** Whether one of them has only an initial, and no e-mail or phone that the other has not. */
  isBare: boolean;
  /** Whether they share an e-mail that is called as one of them is, and more. */
  isCalled: boolean;
  /** Whether the address or the work speaks for it. */
  isPlaced: boolean;
  isError: boolean;
  /** Whether fields of this address book are often wrong. */
  isNoisy: boolean;
  /** Whether another first name is mostly an error here. */
  isMistyped: boolean;
}

/** The highest confidence, however much evidence there is: it keeps people of one household apart. */
function mostThatMayBeSaid(a: Profile, b: Profile, found: Found): Confidence {
  const { names, reasons, strong, personal, isPlaced, isError, isNoisy } = found;
  const has = (reason: Reason) => reasons.includes(reason);
  const { given, family } = names;
  if (has('conflict_suffix') || has('conflict_linkedin') || a.name.joint !== b.name.joint) return 'possible';
  // Garbled beyond knowing; beside a birthday and a key that one person has it is hardly another name.
  const isGarbled = given === 'unlike' && SURE.has(family) && strong > 0 && has('same_birthday');
  if ((isApart(given) && !isGarbled) || generationsApart(a, b)) return isError ? 'likely' : 'possible';
  // A card of a last name alone, at the very same address, is worth a look.
  const isHome = given === 'missing' && SURE.has(family) && has('same_address');
  if (!personal && !isHome && ['missing', 'initial', 'unlike', 'part'].includes(given)) return 'possible';
  if (!personal && given === 'akin' && !isNoisy) return 'possible';
  // One of two names and a birthday: of thousands some have that in common.
  if (isApart(family) && !strong && !isPlaced) return 'possible';
  if (has('conflict_birthday') || yearsApart(a, b) || a.name.suffix !== b.name.suffix) return 'likely';
  return isCertain(found, a.guessed || b.guessed) ? 'certain' : 'likely';
}

/**
 * People of one household share an address, a phone, an e-mail and the last name, so they are one only by the same first
 * name, or by something that nobody shares.
 */
function isCertain(
  { names, reasons, strong, own, ownKey, isBare, isMore, isOpen, isCalled, isNamed, isMistyped }: Found,
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
  // Father and son may be Johannes and Hans, who share a landline.
  const sharesHome = has('same_address') || has('same_phone') || has('shared_contact_key');
  if (!isOpen && given === 'nickname' && !sharesHome && (has('same_birthday') || isNamed)) return true;
  // An e-mail and a phone, and nothing else, is what cards of a household have.
  if (given === 'nickname') return isProfile || ((own || strong > 0) && strong < 2 && !isHousehold);
  if (given === 'weak' || given === 'fitting') return isCalled && !isHousehold;
  return FITTING.has(given) && isProfile;
}

/**
 * Whether two can be almost certainly one person, whatever their names are: all that `isCertain` asks for needs one of
 * these. Names take longest to compare.
 */
export function mayBeCertain(a: Profile, b: Profile, { commonness, isShared }: Surroundings): boolean {
  return (
    compareBirthdays(a, b).points > BIRTHDAY.partOnly ||
    compareHandles(a, b).strong === 1 ||
    compareEmails(a, b, isShared).strong === 1 ||
    comparePhones(a, b, isShared).strong === 1 ||
    compareAddresses(a, b, commonness).reasons.includes('same_address')
  );
}

const isInitial = ({ name }: Profile): boolean => name.readings.some(({ given }) => given[0]?.length === 1);

/** One letter of a name on the list makes one that is not, or two letters are swapped. */
function isSlipOfHand({ givenWords: [one, other] }: NameAgreement): boolean {
  const known = [one, other].filter(isKnownName).length;
  return known === 1 ? isOneEdit(one, other) : known === 0 && isSwap(one, other);
}

const hasMore = (a: Profile, b: Profile): boolean =>
  a.emails.some(({ loose }) => !b.emails.some((other) => other.loose === loose)) ||
  a.phones.some((phone) => !b.phones.some((other) => other.slice(-7) === phone.slice(-7)));

/** Whether a first name stands in an e-mail that both have. */
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

/** Good enough beside a birthday or an address; and beside what nobody shares. */
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

/** Parent and child of one name. On one day of the year it may also be a slip in the year. */
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
