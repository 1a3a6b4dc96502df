import { readEmails, readEvents } from '../agenda/read.ts';
import { normalEmail } from '../common/detail-kinds.ts';
import type { ProviderContext } from '../runtime/handler.ts';
import { afterContact, type Overdue } from './overdue.ts';

/** Number of most urgent contacts to look up: as many as a briefing shows, plus spares for those that drop out. */
const LOOKED_UP = 35;
const MAX_ADDRESSES = 40;
const MAX_ITEMS = 250;
const YEAR_MS = 366 * 86_400_000;

/**
 * Removes contacts whom the user has recently written to or met, according to the connected accounts. An account that
 * cannot be read changes nothing.
 */
export async function withoutRecent(live: ProviderContext, overdue: Overdue[], day: string): Promise<Overdue[]> {
  const urgent = overdue.slice(0, LOOKED_UP);
  if (urgent.length === 0) return overdue;
  const { contactOf, hasAccounts } = await live.read(async ({ db, user }) => {
    const account = await db
      .selectFrom('connected_accounts')
      .select('id')
      .where('user_id', '=', user.user_id)
      .limit(1)
      .executeTakeFirst();
    const rows = await db
      .selectFrom('contact_emails')
      .select(['normal', 'contact_id'])
      .where('user_id', '=', user.user_id)
      .where(
        'contact_id',
        'in',
        urgent.map(({ contact }) => contact.id),
      )
      .orderBy('ranking')
      .limit(MAX_ADDRESSES)
      .execute();
    return { contactOf: new Map(rows.map(({ normal, contact_id }) => [normal, contact_id])), hasAccounts: !!account };
  });
  if (!hasAccounts || contactOf.size === 0) return overdue;
  const yearAgo = new Date(Date.parse(live.now) - YEAR_MS).toISOString();
  const earliest = urgent.map(({ last_contact_at }) => last_contact_at ?? yearAgo).sort()[0]!;
  const start = [earliest, yearAgo].sort()[1]!;
  const range = { addresses: [...contactOf.keys()], start, end: live.now, limit: MAX_ITEMS };
  const [mail, met] = await Promise.all([readEmails(live, range), readEvents(live, { ...range, order: 'desc' })]);
  const latest = new Map<string, string>();
  const inMail = mail.emails.map(({ dateTime, participants, from }) => ({ dateTime, people: [from, ...participants] }));
  const inMeetings = met.events.map(({ dateTime, participants }) => ({ dateTime, people: participants }));
  for (const { dateTime, people } of [...inMail, ...inMeetings]) {
    for (const person of people) {
      const contact = person && contactOf.get(normalEmail(person.email));
      if (contact && dateTime <= live.now && dateTime > (latest.get(contact) ?? '')) latest.set(contact, dateTime);
    }
  }
  return overdue.flatMap((entry) => {
    const last = latest.get(entry.contact.id);
    return last ? (afterContact(entry, last, day, live.user.time_zone) ?? []) : entry;
  });
}
