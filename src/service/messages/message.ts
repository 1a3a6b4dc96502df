import type { MessageText } from './text.ts';

/** A message on its way. */
export interface Message extends MessageText {
  /** The same whenever this very message is sent again, so that whoever gets it twice can tell. Letters, digits, dashes. */
  id: string;
  kind: 'morning' | 'reminder' | 'test';
  /** What programs read of it, for a webhook. */
  content: Record<string, unknown>;
  /** Where a tap leads. */
  link: string | undefined;
}

/** How messages leave an installation. */
export interface Outgoing {
  /** Undefined where no mail server is set. */
  mail: MailSettings | undefined;
  /** The person's own address, for mail that names no other. */
  ownAddress: string;
  signal?: AbortSignal | undefined;
}

/** The mail server of an installation. */
export interface MailSettings {
  /** smtp: or smtps:, with a user and a password where it asks for them. */
  url: string;
  /** The sender: an address, or a name with the address in angle brackets. */
  from: string;
  /** Permits a connection in clear to a server elsewhere. */
  allowClear: boolean;
}
