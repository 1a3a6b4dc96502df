import { plainText } from '../../shared/html/plain-text.ts';
import type { Account } from '../content/account.ts';
import { readInWorker } from './reader.ts';

/** HTML that takes some milliseconds to read: shorter text is read here, without a worker. */
const MOST_HERE = 64 * 1024;

/**
 * Events with their descriptions, which may be HTML, as plain text. Much of it is read in a worker thread; where that is
 * stopped the events come without their descriptions, and `truncated` says so.
 */
export async function withPlainText<T>(
  account: Account,
  events: T[],
  htmlOf: (event: T) => string | null | undefined,
  withText: (event: T, text: string | null) => T,
): Promise<{ events: T[]; truncated: boolean }> {
  const htmls = events.map((event) => htmlOf(event) ?? '');
  const length = htmls.reduce((sum, html) => sum + html.length, 0);
  const texts = length <= MOST_HERE ? htmls.map(plainText) : await inWorker(account, htmls);
  const described = events.map((event, at) => (htmls[at] ? withText(event, texts?.[at] ?? null) : event));
  return { events: described, truncated: texts === undefined };
}

async function inWorker(account: Account, htmls: string[]): Promise<string[] | undefined> {
  try {
    return await readInWorker(account, 'texts', { texts: htmls });
  } catch {
    // Reported as `truncated`: the rest of an event is worth having without its text.
    return undefined;
  }
}
