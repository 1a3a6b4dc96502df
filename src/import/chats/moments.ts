import { instantOf } from '../../shared/zones.ts';
import type { ChatMessage } from '../formats/whatsapp/chat.ts';

/** A message of a chat at its instant. */
export interface Moment extends ChatMessage {
  /** In UTC. */
  instant: string;
  /** Its number in the chat, from 1. */
  line: number;
}

/** Messages at their instants, oldest first: the phone showed them by the clock of the user's zone. */
export function momentsOf(messages: ChatMessage[], zone: string): Moment[] {
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
