import { createTransport } from 'nodemailer';
import { KithError } from '../../shared/error.ts';
import { isLoopback } from '../../shared/http/loopback.ts';
import type { Channel } from './channel.ts';
import type { MailSettings, Message, Outgoing } from './message.ts';
import { SendFailure } from './send-failure.ts';

const UNSET = 'Whoever runs kith sets KITH_SMTP_URL, and KITH_MAIL_FROM where its user is no address.';
const CONNECT_MS = 10_000;
const IN_TIME_MS = 20_000;

/** Resolves when the server has taken the mail. Throws a `SendFailure`, or the signal's reason. */
export async function sendMail(
  { to }: Extract<Channel, { kind: 'mail' }>,
  { id, title, text, html }: Message,
  { mail, ownAddress, signal }: Outgoing,
): Promise<void> {
  if (!mail) throw new SendFailure('unset', 'No mail server is set here.', { hint: UNSET });
  const { host, options } = serverOf(mail);
  try {
    await createTransport(options).sendMail({
      from: mail.from,
      to: { name: '', address: to ?? ownAddress },
      subject: title,
      text,
      html,
      // Of the same message always the same: what is sent again after a crash can be known by it.
      messageId: `<${id}@${domainOf(mail.from)}>`,
      // Nobody wants to hear that somebody is on holiday (RFC 3834, 5).
      headers: { 'Auto-Submitted': 'auto-generated' },
      ...(signal && { signal }),
    });
  } catch (error) {
    throw signal?.aborted ? signal.reason : inWords(host, error);
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
    // What is sent holds names and a password: in clear it goes to this machine alone.
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

const TROUBLES: Record<string, string> = {
  EAUTH: 'did not accept the user and password of KITH_SMTP_URL',
  ETLS: 'offers no TLS that can be trusted',
  EENVELOPE: 'refused the sender or the address',
  EMESSAGE: 'refused the message',
  ETIMEDOUT: 'did not answer in time',
};

/** In words of our own: what the server says may quote addresses. */
function inWords(host: string, error: unknown): unknown {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  if (error instanceof KithError || typeof code !== 'string') return error;
  const answered = typeof responseCode === 'number' ? ` (${responseCode})` : '';
  const trouble = TROUBLES[code] ?? `could not be reached (${code})`;
  return new SendFailure(
    typeof responseCode === 'number' ? responseCode : code,
    `The mail server ${host} ${trouble}${answered}.`,
  );
}
