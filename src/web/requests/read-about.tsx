import type { Client } from '../../client/client.ts';
import { KithError } from '../../shared/error.ts';
import { aboutPerson, type MessageAbout } from '../layout/done.tsx';
import { Day, DayOf } from '../layout/parts.tsx';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TEXT_LENGTH = 60;

/** Reads the person or reminder that a message names from the ids in the address. */
export async function readAbout(
  client: Client,
  zone: string,
  { done = '', of = '', reminder = '' }: Record<string, string>,
): Promise<MessageAbout | undefined> {
  try {
    if (ID.test(of)) return aboutPerson((await client.call('get_contact', { contactId: of })).data.contact, zone);
    if (!done.startsWith('reminder-') || !ID.test(reminder)) return undefined;
    const { text, due_at_time, due_at_date } = (await client.call('get_reminder', { reminderId: reminder })).data
      .reminder;
    const next = due_at_time ? <DayOf at={due_at_time} zone={zone} /> : due_at_date && <Day day={due_at_date} />;
    return { name: shortened(text ?? ''), next };
  } catch (error) {
    if (error instanceof KithError && error.status < 500) return undefined;
    throw error;
  }
}

const shortened = (text: string): string => (text.length > TEXT_LENGTH ? `${text.slice(0, TEXT_LENGTH)}…` : text);
