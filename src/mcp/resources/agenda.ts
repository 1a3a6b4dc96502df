import type { Client } from '../../client/client.ts';
import type { Address } from './address.ts';
import { type Data, fittingPage, today } from './page.ts';

/** Notes, e-mails and events with a contact, newest first. */
export async function readTimeline(client: Client, { id }: Address): Promise<Data> {
  const contactId = id!;
  // The timeline of nobody would be empty rather than absent.
  await client.call('get_contact', { contactId });
  return fittingPage('items', 50, (take) => client.call('list_timeline', { contactId, take }));
}

const WEEK = 7;

/** Calendar events of a day, or of today and the days after it. */
export async function readAgenda(client: Client, { date }: Address): Promise<Data> {
  const start = date === 'today' || date === 'week' ? await today(client) : date!;
  const end = date === 'week' ? daysLater(start, WEEK - 1) : start;
  return fittingPage('calendar_events', 250, async (limit) => {
    const { data } = await client.call('list_calendar_events', { dateRange: { start, end }, limit });
    return { data: { from: start, to: end, ...data } };
  });
}

export async function readEmails(client: Client): Promise<Data> {
  return fittingPage('email_messages', 25, (limit) => client.call('search_emails', { limit }));
}

const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
