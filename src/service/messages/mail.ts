import { createTransport } from 'nodemailer';
import { KithError } from '../../shared/error.ts';
import { isLoopback } from '../../shared/http/loopback.ts';
import type { Channel } from './channel.ts';
import type { MailSettings, Message, Outgoing } from './message.ts';
import { SendFailure } from './send-failure.ts';

const UNSET = 'Ask the administrator to set KITH_SMTP_URL, and KITH_MAIL_FROM if its user is not an email address.';
const CONNECT_MS = 10_000;
const IN_TIME_MS = 20_000;

/** Resolves when the server has accepted the mail. Throws a `SendFailure`, or the signal's reason. */
export async function sendMail(
  { to }: Extract<Channel, { kind: 'mail' }>,
  { id, title, text, html }: Message,
  { mail, ownAddress, signal }: Outgoing,
): Promise<void> {
  if (!mail) throw new SendFailure('unset', 'No mail server is configured.', { hint: UNSET });
  const { host, options } = serverOf(mail);
  try {
    await createTransport(options).sendMail({
      from: mail.from,
      to: { name: '', address: to ?? ownAddress },
      subject: title,
      text,
      html,
      // The same for the same message, so that duplicates after a crash can be detected.
      messageId: `<${id}@${domainOf(mail.from)}>`,
      // Suppresses automatic replies (RFC 3834, section 5).
      headers: { 'Auto-Submitted': 'auto-generated' },
      ...(signal && { signal }),
    });
  } catch (error) {
    throw signal?.aborted ? signal.reason : toSendFailure(host, error);
  }
}

function serverOf({ url, allowClear }: MailSettings) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const options = {
    host,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    // Mail contains names, and the login a password, so only connections to localhost may be unencrypted.
    requireTLS: !secure && !isLoopback(host) && !allowClear,
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: IN_TIME_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return { host, options };
}

const domainOf = (from: string): string => /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? 'kith.invalid';

const FAILURES: Record<string, string> = {
  EAUTH: 'rejected the user and password in KITH_SMTP_URL',
  ETLS: 'does not support trusted TLS',
  EENVELOPE: 'rejected the sender or the recipient',
  EMESSAGE: 'rejected the message',
  ETIMEDOUT: 'did not respond in time',
};

/** Converts a failure to our own words, because the server's reply may contain addresses. */
function toSendFailure(host: string, error: unknown): unknown {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  if (error instanceof KithError || typeof code !== 'string') return error;
  const answered = typeof responseCode === 'number' ? ` (${responseCode})` : '';
  const trouble = FAILURES[code] ?? `could not be reached (${code})`;
  return new SendFailure(
    typeof responseCode === 'number' ? responseCode : code,
    `The mail server ${host} ${trouble}${answered}.`,
  );
}
