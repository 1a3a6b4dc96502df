import type { Commonness } from './commonness.ts';
import { compareAddresses } from './compare-addresses.ts';
import { compareEmails, compareHandles, comparePhones } from './compare-keys.ts';
import { compareNames, isApart, type Likeness, type NameAgreement } from './compare-names.ts';
import type { Comparison, Evidence, Reason } from './evidence.ts';
import { DIFFERS } from './noise.ts';
import type { Profile } from './profile.ts';
import { jaroWinkler } from './text-distance.ts';
import { BANDS, BIRTHDAY, COMPANY, type Confidence, FAMILY, GIVEN, JOB_TITLE } from './weights.ts';

/** What all comparisons of one address book take into account besides the two contacts. */
export interface Surroundings {
  commonness: Commonness;
  /** Whether an e-mail (loose) or a phone is held by people of clearly different names. */
  isShared(key: string): boolean;
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
  for (const evidence of [email, phone, handle, birthday, address, work]) reasons.push(...evidence.reasons);
  if (suffixesDiffer(a, b)) reasons.push('conflict_suffix');
  // With evidence against and nothing personal in favor, a weak case is no case: these are namesakes.
  const isDoubtful = strong === 0 && reasons.some((reason) => reason.startsWith('conflict_'));
  if (isDoubtful && band === 'possible') return undefined;
  const differs = differencesOf(a, b, names);
  const isPlaced = address.points > 0 || work.points > 0;
  const limit = mostThatMayBeSaid(a, b, { names, reasons, strong, personal, isPlaced, isError: errors.has(differs) });
  const confidence = BANDS[band] < BANDS[limit] ? band : limit;
  const sameHome =
    strong === 0 &&
    reasons.includes('same_address') &&
    ((differs & DIFFERS.birthday) !== 0 || birthday.points === BIRTHDAY.exact);
  return { score, confidence, reasons, veto: limit === 'possible', differs, sameHome };
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

/** Whether two contacts must not be in one cluster, whoever else is linked to both. */
export function contradict(a: Profile, b: Profile, errors: ReadonlySet<number>): boolean {
  const [handleA, handleB] = [a.handles.get('linkedin'), b.handles.get('linkedin')];
  if (suffixesDiffer(a, b) || (!!handleA && !!handleB && handleA !== handleB)) return true;
  const differs = differencesOf(a, b, compareNames(a.name, b.name));
  return (differs & (DIFFERS.given | DIFFERS.birthday)) !== 0 && !errors.has(differs);
}

interface Found {
  names: NameAgreement;
  reasons: Reason[];
  strong: number;
  /** Whether something that one person has speaks for it: such a key, or a birthday. */
  personal: boolean;
  /** Whether the address or the work speaks for it. */
  isPlaced: boolean;
  isError: boolean;
}

/** The highest confidence, however much evidence there is: it keeps people of one household apart. */
function mostThatMayBeSaid(a: Profile, b: Profile, found: Found): Confidence {
  const { names, reasons, strong, personal, isPlaced, isError } = found;
  const has = (reason: Reason) => reasons.includes(reason);
  const { given, family } = names;
  if (has('conflict_suffix') || has('conflict_linkedin') || a.name.joint !== b.name.joint) return 'possible';
  // Garbled beyond knowing; beside a birthday and a key that one person has it is hardly another name.
  const isGarbled = given === 'unlike' && SURE.has(family) && strong > 0 && has('same_birthday');
  if ((isApart(given) && !isGarbled) || generationsApart(a, b)) return isError ? 'likely' : 'possible';
  // A card of a last name alone, at the very same address, is worth a look.
  const isHome = given === 'missing' && SURE.has(family) && has('same_address');
  if (!personal && !isHome && ['missing', 'initial', 'akin', 'unlike', 'part'].includes(given)) return 'possible';
  // One of two names and a birthday: of thousands some have that in common.
  if (isApart(family) && !strong && !isPlaced) return 'possible';
  if (has('conflict_birthday') || yearsApart(a, b) || a.name.suffix !== b.name.suffix) return 'likely';
  const full = SURE.has(given) && SURE.has(family);
  const byName = full && (has('same_birthday') || has('same_address')) && !(a.guessed || b.guessed);
  const byKey = strong > 0 && family !== 'missing' && !isApart(family) && (full || FITTING.has(given));
  return byName || byKey || (strong > 1 && given !== 'akin' && !isApart(given)) ? 'certain' : 'likely';
}

/** Good enough beside a birthday or an address; and beside a key that one person holds. */
const SURE = new Set<Likeness>(['exact', 'close', 'nickname']);

const FITTING = new Set<Likeness>(['exact', 'close', 'nickname', 'initial', 'part']);

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

function nameReasons({ given, family, swapped }: NameAgreement): Reason[] {
  const reasons: Reason[] = [];
  if (given === 'exact' && family === 'exact') reasons.push('same_name');
  else if (!isApart(given) && !isApart(family) && !(given === 'missing' && family === 'missing'))
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
  if (slips === 1 || turned || (slips === 2 && isTransposed(textA, textB))) return BIRTHDAYS.slip;
  const [[monthA, dayA], [monthB, dayB]] = [a.day.split('-'), b.day.split('-')];
  const same = Number(a.year === b.year) + Number(monthA === monthB) + Number(dayA === dayB);
  if (same === 2) return BIRTHDAYS.partOnly;
  return slips === 2 ? BIRTHDAYS.twoSlips : BIRTHDAYS.different;
}

/** Two neighboring digits the wrong way round. */
function isTransposed(a: string, b: string): boolean {
  const at = [...a].findIndex((digit, index) => digit !== b[index]);
  return a.slice(0, at) + a[at + 1] + a[at] + a.slice(at + 2) === b;
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
