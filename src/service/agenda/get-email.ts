import { MAX_EMAIL_BYTES } from '../../contract/calendars.ts';
import { withPlainText } from '../../providers/ics/descriptions.ts';
import { failureReasonOf, requestError } from '../../providers/requests/failures.ts';
import { KithError } from '../../shared/error.ts';
import type { Live } from '../runtime/handler.ts';
import { accountsThat } from './read.ts';

const LONGEST_ID = 1024;

/** One message with its text, in the mailbox of `email` or in all. Throws 404, or 409 no_connected_account. */
export async function getEmail(live: Live, id: string, email?: string) {
  const all = await accountsThat(live, 'read_email');
  const accounts = all.filter((account) => email === undefined || account.email === email.toLowerCase());
  if (accounts.length === 0) {
    throw new KithError('no_connected_account', `No mail account${email ? ` ${email}` : ''} is connected.`, {
      hint: 'kith connect google or kith connect microsoft connects one.',
    });
  }
  const agenda = await live.agenda();
  for (const account of id.length > LONGEST_ID ? [] : accounts) {
    try {
      const { email: message, text } = await agenda.message(account, id);
      const { events: read } = await withPlainText(
        account,
        [{ text }],
        (one) => one.text,
        (_, plain) => ({ text: plain }),
      );
      return { ...message, ...cut(read[0]!.text?.replace(/\r\n/g, '\n').trim() || null) };
    } catch (error) {
      if (failureReasonOf(error) !== 'not_found') throw requestError(error);
    }
  }
  throw new KithError('NotFound', `No e-mail with id ${id}.`, { hint: 'search_emails has the ids of messages.' });
}

/** A text of at most so many bytes, cut between two characters. */
function cut(text: string | null) {
  const bytes = Buffer.from(text ?? '');
  if (bytes.length <= MAX_EMAIL_BYTES) return { text, text_bytes: bytes.length, is_cut: false };
  const shown = new TextDecoder().decode(bytes.subarray(0, MAX_EMAIL_BYTES), { stream: true });
  return { text: shown, text_bytes: bytes.length, is_cut: true };
}
