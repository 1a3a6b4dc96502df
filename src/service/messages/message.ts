import type { MessageText } from './text.ts';

/** A message to send. */
export interface Message extends MessageText {
  /** The same each time this message is sent, so that recipients can detect duplicates. Letters, digits, and dashes. */
  id: string;
  kind: 'morning' | 'reminder' | 'test';
  /** Structured data for webhooks. */
  content: Record<string, unknown>;
  /** The page that a tap opens. */
  link: string | undefined;
}

/** Settings for outgoing messages. */
export interface Outgoing {
  /** Undefined if no mail server is configured. */
  mail: MailSettings | undefined;
  /** The user's own address, which is the default recipient of mail. */
  ownAddress: string;
  signal?: AbortSignal | undefined;
}

/** The mail server of an installation. */
export interface MailSettings {
  /** smtp: or smtps: URL, with a user and password if the server requires them. */
  url: string;
  /** The sender: an address, or a name followed by the address in angle brackets. */
  from: string;
  /** Permits unencrypted connections to other computers. */
  allowClear: boolean;
}
