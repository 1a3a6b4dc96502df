import { MAX_EMAIL_BYTES } from '../../contract/calendars.ts';
import { withPlainText } from '../../providers/ics/descriptions.ts';
import { failureReasonOf, requestError } from '../../providers/requests/failures.ts';
import { KithError } from '../../shared/error.ts';
import type { ProviderContext } from '../runtime/handler.ts';
import { accountsWith } from './read.ts';

const MAX_ID_LENGTH = 1024;

/**
 * Reads a message with its text, from the mailbox of `email` or from all mailboxes. Throws 404, or 409
 * no_connected_account.
 */
export async function getEmail(live: ProviderContext, id: string, email?: string) {
  const all = await accountsWith(live, 'read_email');
  const accounts = all.filter((account) => email === undefined || account.email === email.toLowerCase());
  if (accounts.length === 0) {
    throw new KithError('no_connected_account', `No mail account${email ? ` ${email}` : ''} is connected.`, {
      hint: 'To connect one, run kith connect google or kith connect microsoft.',
    });
  }
  const agenda = await live.agenda();
  for (const account of id.length > MAX_ID_LENGTH ? [] : accounts) {
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
  throw new KithError('NotFound', `No email with id ${id}.`, { hint: 'search_emails returns the ids of messages.' });
}

/** Truncates a text to `MAX_EMAIL_BYTES` without splitting a character. */
function cut(text: string | null) {
  const bytes = Buffer.from(text ?? '');
  if (bytes.length <= MAX_EMAIL_BYTES) return { text, text_bytes: bytes.length, is_cut: false };
  const shown = new TextDecoder().decode(bytes.subarray(0, MAX_EMAIL_BYTES), { stream: true });
  return { text: shown, text_bytes: bytes.length, is_cut: true };
}
