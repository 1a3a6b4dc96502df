import { largest, smallest } from '../../shared/lists.ts';
import type { Context } from '../runtime/context.ts';
import { contactsWith } from './apply.ts';
import { dayOf, LOOK_BACK_DAYS, later, openCounts } from './counts.ts';
import { listDismissals, offerId } from './dismissed.ts';

/** Somebody the person writes to who is in no address book. Name and address are what headers say: others wrote them. */
export interface Offer {
  /** Follows from the address. */
  id: string;
  address: string;
  name: string | null;
  /** How many messages were sent to them in the last 90 days. */
  messages: number;
  /** The last mail or meeting with them. */
  last: string;
}

/** Whom the person writes to: at least so often, over at least so many days. */
const FEWEST_MESSAGES = 3;
const FEWEST_DAYS = 14;

/** Those who are offered, the most written to first. */
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
    ({ messages, days }) => messages >= FEWEST_MESSAGES && largest(days) - smallest(days) >= FEWEST_DAYS,
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
