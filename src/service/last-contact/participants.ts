import type { MailInteraction, Meeting } from '../../providers/content/interactions.ts';
import type { EmailPerson } from '../../providers/content/items.ts';
import { normalEmail } from '../common/detail-kinds.ts';

// Which mail and meetings count as interactions, and with whom (docs/connect.md#last-contact).

/** One interaction with one person. */
export interface Interaction {
  address: string;
  name: string | null;
  time: string;
  by: 'mail' | 'met';
  /** Whether the user wrote to the person. */
  isWritten: boolean;
}

/**
 * Maximum number of other people. Mail to more is a mass mailing, and a larger meeting does not count as meeting
 * everyone there.
 */
const MAX_PEOPLE = 10;
const MAX_ADDRESS_LENGTH = 254;

/** Local parts that belong to no person. */
const AUTOMATED =
  /^(no-?_?reply|do-?_?not-?_?reply|mailer-daemon|postmaster|bounces?|notifications?|newsletter|unsubscribe)([-+._=]|$)|^(reply|bounces?)[+=]|[-+._](no-?reply|unsubscribe|bounces?)$/;
/** Typical mailing list hosts. */
const LIST_HOSTS = /^(lists?|mailman|groups)\.|^(googlegroups\.com|groups\.io)$|\.groups\.io$/;

/** Whether an address looks like a person's. */
function isPerson(address: string): boolean {
  if (address.length > MAX_ADDRESS_LENGTH || !/^[^\s@<>"\p{C}]+@[^\s@<>"\p{C}]+\.[^\s@<>".\p{C}]+$/u.test(address))
    return false;
  const [local = '', host = ''] = address.split('@');
  return !AUTOMATED.test(local) && !LIST_HOSTS.test(host);
}

/**
 * The people whom a message counts for: its recipients if the user sent it, and otherwise its sender. `own` holds the
 * user's addresses.
 */
export function inMail(
  { time, isSent, from, to, isAutomatic }: MailInteraction,
  own: ReadonlySet<string>,
): Interaction[] {
  if (isAutomatic || (from && !isPerson(from.email))) return [];
  const isOwn = isSent || (from !== null && own.has(normalEmail(from.email)));
  const others = isOwn ? othersOf(to, own) : othersOf(from ? [from] : [], own);
  if (others.length > MAX_PEOPLE) return [];
  return others
    .filter(({ address }) => isPerson(address))
    .map((one) => ({ ...one, time, by: 'mail', isWritten: isOwn }));
}

/**
 * The people whom a meeting counts for. Meetings that are not over, last whole days, or have many guests do not count.
 * If the user is the organizer, guests who did not decline count. Otherwise, the user and the guest must both have
 * accepted. Organizers count as accepted.
 */
export function inMeeting(meeting: Meeting, own: ReadonlySet<string>, until: string): Interaction[] {
  const { start, end, isAllDay, organizer, people, self } = meeting;
  if (isAllDay || end > until || end <= start) return [];
  const isOwn = (address: string | null) => address !== null && own.has(normalEmail(address));
  const organizes = self === 'organizes' || isOwn(organizer);
  const takesPart = people.some(({ email, response }) => isOwn(email) && response === 'accepted');
  if (!organizes && self !== 'accepted' && !takesPart) return [];
  const invited = people.filter(({ email, response }) => !isOwn(email) && response !== 'declined');
  if (invited.length > MAX_PEOPLE) return [];
  const met = organizes ? invited : invited.filter((one) => one.response === 'accepted' || one.email === organizer);
  return othersOf(met, own)
    .filter(({ address }) => isPerson(address))
    .map((one) => ({ ...one, time: start, by: 'met', isWritten: false }));
}

function othersOf(people: readonly EmailPerson[], own: ReadonlySet<string>): Pick<Interaction, 'address' | 'name'>[] {
  const byAddress = new Map<string, string | null>();
  for (const { email, name } of people) {
    const address = normalEmail(email);
    if (!own.has(address)) byAddress.set(address, byAddress.get(address) ?? cleaned(name));
  }
  return [...byAddress].map(([address, name]) => ({ address, name }));
}

const MAX_NAME_LENGTH = 100;
/** Invisible and direction-changing characters. Joiners are allowed, because some scripts need them. */
const HIDDEN = /(?:(?![\u200c\u200d])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}])+/gu;

/** Cleans a name from a message header, which is untrusted: one line of visible characters with a maximum length. */
function cleaned(name: string | null): string | null {
  const plain = (name ?? '').toWellFormed().replace(HIDDEN, ' ').trim();
  return [...plain].slice(0, MAX_NAME_LENGTH).join('').trim() || null;
}
