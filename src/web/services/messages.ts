import type { Person } from './person.ts';

export const CHANNELS = ['mail', 'ntfy', 'webhook'] as const;
export type ChannelName = (typeof CHANNELS)[number];

/** What somebody has set about messages; secrets and addresses that are secret stay out of it. */
export interface Messages {
  isOn: boolean;
  /** `07:00`, by the clocks of the person's time zone. */
  time: string;
  channel: ChannelName;
  /** Where it leads: a host, or an e-mail address. */
  leadsTo: string;
  /** The e-mail address; empty for the person's own, and for other channels. */
  to: string;
  /** A webhook has a secret, or a topic a token. */
  hasSecret: boolean;
  reminders: boolean;
  whenEmpty: boolean;
  nextAt: string | null;
  retryAt: string | null;
  last: { outcome: 'sent' | 'nothing' | 'failed'; at: string; words: string | null } | null;
}

/** What was typed. An address, a secret or a token that is empty stays as it was. */
export interface TypedMessages {
  time: string;
  channel: ChannelName;
  url: string;
  secret: string;
  token: string;
  to: string;
  reminders: boolean;
  whenEmpty: boolean;
}

export interface MessagesServices {
  /** Whether a mail server is set here. */
  sendsMail: boolean;
  /** Undefined for somebody who has never set any. */
  read(person: Person): Promise<Messages | undefined>;
  /** Turns messages on as typed. Throws 400, whose details name the `field` that is wrong. */
  save(person: Person, typed: TypedMessages): Promise<void>;
  turnOff(person: Person): Promise<void>;
  /** Sends one now. Throws 503 in words where it was not accepted, 409 right after another. */
  sendNow(person: Person): Promise<void>;
}
