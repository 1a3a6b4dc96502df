import { isOneEdit } from '../names/text-distance.ts';
import type { Evidence, Reason, SharedKeys } from './evidence.ts';
import type { Profile } from './profile.ts';
import { EMAIL, LINKEDIN, OTHER_HANDLE, PHONE, SHARED_KEY } from './weights.ts';

/** Key under which shared values are counted. */
export const emailKey = (loose: string): string => `email:${loose}`;
export const phoneKey = (phone: string): string => `phone:${phone.slice(-7)}`;

const NOTHING: Evidence = { points: 0, reasons: [] };
const OTHER_EMAIL: Evidence = { points: EMAIL.noneShared, reasons: [] };
const OTHER_PHONE: Evidence = { points: PHONE.noneShared, reasons: [] };

export function compareEmails(a: Profile, b: Profile, isShared: SharedKeys): Evidence {
  if (a.emails.length === 0 || b.emails.length === 0) return NOTHING;
  let best = OTHER_EMAIL;
  for (const x of a.emails) {
    for (const y of b.emails) {
      let found: Evidence | undefined;
      if (x.loose === y.loose) {
        if (x.role || isShared(emailKey(x.loose))) found = { points: SHARED_KEY, reasons: ['shared_contact_key'] };
        else {
          const points = x.exact === y.exact ? EMAIL.exact : EMAIL.loose;
          found = { points, reasons: ['same_email'], strong: 1, own: !isShared.ofHousehold(emailKey(x.loose)) };
        }
      } else if (!x.role) {
        // `j.lee` and `k.lee` are two people at one company, so short local parts must match exactly.
        const isLong = x.local.length >= 6 && y.local.length >= 6;
        if ((isLong || (x.local === y.local && x.local.length >= 3)) && isOneEdit(x.loose, y.loose))
          found = { points: EMAIL.slip, reasons: ['similar_email'] };
        else if (isLong && x.local === y.local) found = { points: EMAIL.localOnly, reasons: ['similar_email'] };
      }
      if (found && found.points > best.points) best = found;
    }
  }
  return best;
}

export function comparePhones(a: Profile, b: Profile, isShared: SharedKeys): Evidence {
  if (a.phones.length === 0 || b.phones.length === 0) return NOTHING;
  let best = OTHER_PHONE;
  for (const x of a.phones) {
    for (const y of b.phones) {
      // Numbers that are considered similar end in the same digit.
      if (x.charCodeAt(x.length - 1) !== y.charCodeAt(y.length - 1)) continue;
      const points =
        x === y
          ? PHONE.exact
          : isNationalForm(x, y)
            ? PHONE.national
            : x.slice(-7) === y.slice(-7)
              ? PHONE.tail
              : isSlip(x, y)
                ? PHONE.slip
                : 0;
      if (points <= 0) continue;
      const shared = isShared(phoneKey(x));
      const same = points > PHONE.tail;
      const found: Evidence = shared
        ? { points: Math.min(points, SHARED_KEY), reasons: ['shared_contact_key'] }
        : {
            points,
            reasons: [same ? 'same_phone' : 'similar_phone'],
            strong: same ? 1 : 0,
            own: same && !isShared.ofHousehold(phoneKey(x)),
          };
      if (found.points > best.points) best = found;
    }
  }
  return best;
}

/**
 * One wrong digit or two swapped digits. The last two digits must match, because they distinguish numbers within an
 * office.
 */
const isSlip = (a: string, b: string): boolean => a.length >= 9 && a.slice(-2) === b.slice(-2) && isOneEdit(a, b);

/** Whether one has a country code and the other does not: `+49 171 1234567` and `0171 1234567`. */
function isNationalForm(a: string, b: string): boolean {
  const [international, national] = a.startsWith('+') ? [a, b] : [b, a];
  if (!international.startsWith('+') || national.startsWith('+')) return false;
  const digits = national.replace(/^0+/, '');
  const before = international.length - 1 - digits.length;
  return digits.length >= 7 && before >= 0 && before <= 3 && international.endsWith(digits);
}

export function compareHandles(a: Profile, b: Profile): Evidence {
  if (a.handles.size === 0 || b.handles.size === 0) return NOTHING;
  const evidence: Evidence = { points: 0, reasons: [], strong: 0 };
  for (const [network, handle] of a.handles) {
    const other = b.handles.get(network);
    if (!other) continue;
    const weights = network === 'linkedin' ? LINKEDIN : OTHER_HANDLE;
    const same = handle === other;
    evidence.points += same ? weights.same : weights.different;
    if (same) evidence.strong = 1;
    const reason: Reason | undefined = same
      ? network === 'linkedin'
        ? 'same_linkedin'
        : 'same_profile'
      : network === 'linkedin'
        ? 'conflict_linkedin'
        : undefined;
    if (reason && !evidence.reasons.includes(reason)) evidence.reasons.push(reason);
  }
  return evidence;
}
