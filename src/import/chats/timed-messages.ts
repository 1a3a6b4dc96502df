import { instantOf } from '../../shared/zones.ts';
import type { ChatMessage } from '../formats/whatsapp/chat.ts';

/** A chat message with its instant. */
export interface TimedMessage extends ChatMessage {
  /** In UTC. */
  instant: string;
  /** Number of the message in the chat, starting at 1. */
  line: number;
}

/** Adds instants to messages and sorts them, oldest first. The phone's times are in the user's zone. */
export function timedMessages(messages: ChatMessage[], zone: string): TimedMessage[] {
  const moments = messages.map((message, index) => ({
    ...message,
    instant: instant(message.at, zone),
    line: index + 1,
  }));
  return moments.sort((a, b) => (a.instant < b.instant ? -1 : a.instant > b.instant ? 1 : a.line - b.line));
}

function instant(at: string, zone: string): string {
  const [day = '', time = ''] = at.split('T');
  return instantOf(zone, day, Date.parse(`1970-01-01T${time}Z`));
}
