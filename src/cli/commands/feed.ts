import { settings as ownSettings } from '../../process/environment.ts';
import { tell } from '../../process/print.ts';
import { withUser } from '../../server/composition/local-data.ts';
import { originIn } from '../../server/composition/public-origin.ts';
import { addressesOf, type OwnFeed, ownFeed } from '../../server/own-feed.ts';
import type { Data } from '../../service/data/open-data.ts';
import { KithError } from '../../shared/error.ts';
import { FEED_PARTS, type FeedSettings, FIRST_FEED_SETTINGS, MOST_ALARM_MINUTES } from '../../shared/feed.ts';
import { isLoopback } from '../../shared/http/loopback.ts';
import { noServer, runningServer } from '../browser/running-server.ts';
import { answer, choice, type JsonOption, wholeNumber, wrongUsage } from '../input/arguments.ts';

interface FeedOptions extends JsonOption {
  new?: true | undefined;
  off?: true | undefined;
  parts?: string | undefined;
  alarm?: string | undefined;
  user?: string | undefined;
}

/** `kith feed`: the address of the calendar feed, which is made at first; other settings, another address, or an end of it. */
export async function runFeed(values: FeedOptions): Promise<number> {
  if (ownSettings.KITH_BASE_URL)
    throw new KithError('BadRequest', 'kith feed needs the data itself, and KITH_BASE_URL names a remote service.', {
      hint: 'Run it where the data is, or open Settings › Calendar feed there.',
    });
  if (values.off && (values.new || values.parts !== undefined || values.alarm !== undefined))
    throw wrongUsage('feed', 'takes --off alone');
  return withUser(values.user, async (data, user) => {
    const feed = ownFeed(data, user);
    if (values.off) {
      const isEnded = await feed.end();
      const text = isEnded
        ? 'The calendar feed is off. Its address leads nowhere any more.'
        : 'There was no calendar feed.';
      return answer(values.json, { url: null }, text);
    }
    const changed = await settingsIn(values, feed);
    const origin = await feedOrigin(data, values.user);
    const token = values.new ? await feed.renew() : ((await feed.show()) ?? (await feed.renew()));
    if (changed) await feed.change(changed);
    return print(origin, token, (await feed.settings())!, values.json);
  });
}

/** The settings as they are to be; undefined where nothing is said of them. */
async function settingsIn({ parts, alarm }: FeedOptions, feed: OwnFeed): Promise<FeedSettings | undefined> {
  if (parts === undefined && alarm === undefined) return undefined;
  const before = (await feed.settings()) ?? FIRST_FEED_SETTINGS;
  return {
    parts: parts === undefined ? before.parts : parts.split(',').map((part) => choice('--parts', part, FEED_PARTS)),
    alarmMinutes: alarm === undefined ? before.alarmMinutes : alarmIn(alarm),
  };
}

const alarmIn = (text: string): number | null =>
  text === 'none' ? null : wholeNumber('--alarm', text, 0, MOST_ALARM_MINUTES);

/** The feed's origin: KITH_PUBLIC_URL, or a server running on this data. Every server has the local user's feed. */
async function feedOrigin(data: Data, user: string | undefined): Promise<string> {
  const { KITH_PUBLIC_URL: set } = ownSettings;
  const origin = (set && originIn(set)) ?? (await runningServer(data, user === undefined));
  if (origin === undefined) throw noServer(user === undefined ? 'kith http, kith serve or kith open' : 'kith serve');
  return origin;
}

function print(origin: string, token: string, { parts, alarmMinutes }: FeedSettings, json: FeedOptions['json']) {
  const addresses = addressesOf(origin, token);
  if (!json) {
    if (isLoopback(new URL(origin).hostname))
      tell(
        'The address works on this computer while the server runs. For other devices, set KITH_PUBLIC_URL to the address where they reach kith.\n',
      );
    tell(
      'Whoever has this address can read what is in the feed. kith feed --new replaces it, kith feed --off switches it off.\n',
    );
  }
  return answer(json, { ...addresses, parts, alarm_minutes: alarmMinutes }, `${addresses.url}\n${addresses.webcal}`);
}
