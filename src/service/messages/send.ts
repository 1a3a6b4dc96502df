import type { Channel } from './channel.ts';
import type { Message, Outgoing } from './message.ts';

/** Sends a message. Resolves when the recipient has accepted it. Throws a `SendFailure`, or the signal's reason. */
export async function send(channel: Channel, message: Message, outgoing: Outgoing): Promise<void> {
  switch (channel.kind) {
    case 'webhook':
      return (await import('./webhook.ts')).sendToWebhook(channel, message, outgoing.signal);
    case 'ntfy':
      return (await import('./ntfy.ts')).sendToNtfy(channel, message, outgoing.signal);
    case 'mail':
      return (await import('./mail.ts')).sendMail(channel, message, outgoing);
  }
}
