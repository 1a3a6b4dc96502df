import { largest, smallest } from '../../shared/lists.ts';
import type { Context } from '../runtime/context.ts';
import { contactsWith } from './apply.ts';
import { dayOf, LOOK_BACK_DAYS, later, openCounts } from './counts.ts';
import { listDismissals, offerId } from './dismissed.ts';

/** A frequent correspondent who is not a contact. Name and address come from message headers, so they are untrusted. */
export interface Offer {
  /** Derived from the address. */
  id: string;
  address: string;
  name: string | null;
  /** Number of messages sent to this address in the last 90 days. */
  messages: number;
  /** Time of the last mail or meeting, as an ISO 8601 instant. */
  last: string;
}

/**
 * Thresholds for a suggestion: the minimum number of messages, and the minimum number of days between the first and the
 * last.
 */
const MIN_MESSAGES = 3;
const MIN_DAYS = 14;

/** Lists suggested contacts, most frequent first. */
export async function listOffers(context: Context): Promise<Offer[]> {
  const { db, user, secret, now } = context;
  const rows = await db.selectFrom('contact_counts').selectAll().where('user_id', '=', user.user_id).execute();
  const since = dayOf(now) - LOOK_BACK_DAYS;
  const byAddress = new Map<string, Omit<Offer, 'id'> & { days: number[] }>();
  for (const row of rows) {
    const { times, written } = openCounts(secret, row);
    for (const [address, { name, last, days }] of Object.entries(written)) {
      const recent = Object.entries(days).filter(([day]) => Number(day) >= since);
      const before = byAddress.get(address);
      const { mail = last, met = last } = times[address] ?? {};
      byAddress.set(address, {
        address,
        name:
          before && (before.name === null || before.last > last)
            ? (before.name ?? name)
            : (name ?? before?.name ?? null),
        messages: (before?.messages ?? 0) + recent.reduce((sum, [, count]) => sum + count, 0),
        last: later(before?.last, later(mail, met)),
        days: [...(before?.days ?? []), ...recent.map(([day]) => Number(day))],
      });
    }
  }
  const often = [...byAddress.values()].filter(
    ({ messages, days }) => messages >= MIN_MESSAGES && largest(days) - smallest(days) >= MIN_DAYS,
  );
  const [known, dismissed] = [
    await contactsWith(
      context,
      often.map(({ address }) => address),
    ),
    new Set((await listDismissals(context)).map(({ address }) => address)),
  ];
  return often
    .filter(({ address }) => !known.has(address) && !dismissed.has(address))
    .sort(
      (a, b) =>
        b.messages - a.messages || (a.last === b.last ? (a.address < b.address ? -1 : 1) : a.last < b.last ? 1 : -1),
    )
    .map(({ days: _, ...offer }) => ({ id: offerId(context, offer.address), ...offer }));
}
