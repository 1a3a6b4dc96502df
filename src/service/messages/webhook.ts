import { createHmac } from 'node:crypto';
import type { Channel } from './channel.ts';
import type { Message } from './message.ts';
import { post } from './post.ts';

/** Posts JSON. With a secret, adds `X-Kith-Signature: sha256=` followed by the body's HMAC-SHA256 in hex. */
export function sendToWebhook(
  { url, secret, isPublic }: Extract<Channel, { kind: 'webhook' }>,
  { id, kind, title, text, link, content }: Message,
  signal: AbortSignal | undefined,
): Promise<void> {
  const body = JSON.stringify({ id, kind, title, text, link: link ?? null, ...content });
  const signature = secret && `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': id,
    ...(signature && { 'x-kith-signature': signature }),
  };
  return post({ url, isPublic, headers, body, signal });
}
