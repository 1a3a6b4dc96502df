import { plainText } from '../../shared/html/plain-text.ts';
import type { Account } from '../content/account.ts';
import { readInWorker } from './reader.ts';

/** Shorter HTML takes only a few milliseconds, so it is converted without a worker. */
const MAX_HERE = 64 * 1024;

/**
 * Converts descriptions, which may be HTML, to plain text. Large amounts are converted in a worker thread. If that is
 * stopped, the events have no descriptions and `truncated` is set.
 */
export async function withPlainText<T>(
  account: Account,
  events: T[],
  htmlOf: (event: T) => string | null | undefined,
  withText: (event: T, text: string | null) => T,
): Promise<{ events: T[]; truncated: boolean }> {
  const htmls = events.map((event) => htmlOf(event) ?? '');
  const length = htmls.reduce((sum, html) => sum + html.length, 0);
  const texts = length <= MAX_HERE ? htmls.map(plainText) : await inWorker(account, htmls);
  const described = events.map((event, at) => (htmls[at] ? withText(event, texts?.[at] ?? null) : event));
  return { events: described, truncated: texts === undefined };
}

async function inWorker(account: Account, htmls: string[]): Promise<string[] | undefined> {
  try {
    return await readInWorker(account, 'texts', { texts: htmls });
  } catch {
    // Reported as `truncated`. An event is useful even without its text.
    return undefined;
  }
}
