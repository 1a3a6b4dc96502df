import type { Channel } from './channel.ts';
import type { Message } from './message.ts';
import { post } from './post.ts';

/** ntfy converts longer messages to attachments. */
const MOST_BYTES = 4_096;
const MORE = '…\n';
const TAGS = { morning: 'sunrise', reminder: 'alarm_clock', test: 'sunrise' };
const PRIORITIES = { morning: '3', reminder: '4', test: '3' };

/** Publishes to an ntfy topic: the text as the body, the rest as headers, with RFC 2047 encoding for non-ASCII text. */
export function sendToNtfy(
  { url, token, isPublic }: Extract<Channel, { kind: 'ntfy' }>,
  { id, kind, title, text, link }: Message,
  signal: AbortSignal | undefined,
): Promise<void> {
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    title: encodedWord(title),
    tags: TAGS[kind],
    priority: PRIORITIES[kind],
    // A repeated message replaces the first one if the server and the app support this.
    'x-sequence-id': id.slice(0, 64),
    ...(link && { click: link }),
  };
  return post({ url, isPublic, headers, body: cut(text), token, signal });
}

const encodedWord = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;

/** Truncates text to whole lines that fit, followed by an ellipsis. */
function cut(text: string): string {
  if (Buffer.byteLength(text) <= MOST_BYTES) return text;
  const lines: string[] = [];
  let size = Buffer.byteLength(MORE);
  for (const line of text.split('\n')) {
    size += Buffer.byteLength(line) + 1;
    if (size > MOST_BYTES) break;
    lines.push(line);
  }
  return `${lines.join('\n')}\n${MORE}`;
}
