import type { MailInteraction, Meeting } from '../../providers/content/interactions.ts';
import type { EmailPerson } from '../../providers/content/items.ts';
import { normalEmail } from '../common/detail-kinds.ts';

// What counts as contact, and with whom (docs/connect.md#last-contact).

/** Somebody was mailed or met. */
export interface Contacted {
  address: string;
  name: string | null;
  time: string;
  by: 'mail' | 'met';
  /** The person wrote to them. */
  isWritten: boolean;
}

/** A mail to more is a circular, and whoever sits in a bigger meeting has not met everybody there. */
const MOST_PEOPLE = 10;
const LONGEST_ADDRESS = 254;

/** Local parts that no person reads or writes from. */
const NOBODY =
  /^(no-?_?reply|do-?_?not-?_?reply|mailer-daemon|postmaster|bounces?|notifications?|newsletter|unsubscribe)([-+._=]|$)|^(reply|bounces?)[+=]|[-+._](no-?reply|unsubscribe|bounces?)$/;
/** Hosts of lists, by the names that are usual for them. */
const LISTS = /^(lists?|mailman|groups)\.|^(googlegroups\.com|groups\.io)$|\.groups\.io$/;

/** Whether somebody can be reached at an address, as far as it tells. */
function isSomebody(address: string): boolean {
  if (address.length > LONGEST_ADDRESS || !/^[^\s@<>"\p{C}]+@[^\s@<>"\p{C}]+\.[^\s@<>".\p{C}]+$/u.test(address))
    return false;
  const [local = '', host = ''] = address.split('@');
  return !NOBODY.test(local) && !LISTS.test(host);
}

/** Whom a message was contact with: whom the person wrote to, or who answered. `own` are the person's addresses. */
export function inMail(
  { time, isSent, from, to, isAutomatic }: MailInteraction,
  own: ReadonlySet<string>,
): Contacted[] {
  if (isAutomatic || (from && !isSomebody(from.email))) return [];
  const isOwn = isSent || (from !== null && own.has(normalEmail(from.email)));
  const others = isOwn ? othersOf(to, own) : othersOf(from ? [from] : [], own);
  if (others.length > MOST_PEOPLE) return [];
  return others
    .filter(({ address }) => isSomebody(address))
    .map((one) => ({ ...one, time, by: 'mail', isWritten: isOwn }));
}

/**
 * Whom a meeting was contact with: nobody before it is over, on whole days, or where many were invited. The person
 * organized it, and others did not decline; or both accepted, and whoever organizes has.
 */
export function inMeeting(meeting: Meeting, own: ReadonlySet<string>, until: string): Contacted[] {
  const { start, end, isAllDay, organizer, people, self } = meeting;
  if (isAllDay || end > until || end <= start) return [];
  const isOwn = (address: string | null) => address !== null && own.has(normalEmail(address));
  const organizes = self === 'organizes' || isOwn(organizer);
  const takesPart = people.some(({ email, response }) => isOwn(email) && response === 'accepted');
  if (!organizes && self !== 'accepted' && !takesPart) return [];
  const invited = people.filter(({ email, response }) => !isOwn(email) && response !== 'declined');
  if (invited.length > MOST_PEOPLE) return [];
  const met = organizes ? invited : invited.filter((one) => one.response === 'accepted' || one.email === organizer);
  return othersOf(met, own)
    .filter(({ address }) => isSomebody(address))
    .map((one) => ({ ...one, time: start, by: 'met', isWritten: false }));
}

function othersOf(people: readonly EmailPerson[], own: ReadonlySet<string>): Pick<Contacted, 'address' | 'name'>[] {
  const byAddress = new Map<string, string | null>();
  for (const { email, name } of people) {
    const address = normalEmail(email);
    if (!own.has(address)) byAddress.set(address, byAddress.get(address) ?? cleaned(name));
  }
  return [...byAddress].map(([address, name]) => ({ address, name }));
}

const LONGEST_NAME = 100;
/** What nobody sees, or what turns the words around it; some scripts need joiners. */
const HIDDEN = /(?:(?![\u200c\u200d])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}])+/gu;

/** A name as a header says it, which others wrote: one line of what can be seen, and an end. */
function cleaned(name: string | null): string | null {
  const plain = (name ?? '').toWellFormed().replace(HIDDEN, ' ').trim();
  return [...plain].slice(0, LONGEST_NAME).join('').trim() || null;
}
