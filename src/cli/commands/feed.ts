import type { Client } from '../../client/client.ts';
import type { Operations } from '../../contract/operations.ts';
import type { ArgumentsOf, DataOf } from '../../contract/schema/operation.ts';
import { tell } from '../../process/print.ts';
import { withPlainClient } from '../../server/composition/open-client.ts';
import { KithError } from '../../shared/error.ts';
import { FEED_PARTS, MAX_ALARM_MINUTES } from '../../shared/feed.ts';
import { isLoopback } from '../../shared/http/loopback.ts';
import { answer, choice, type JsonOption, wholeNumber, wrongUsage } from '../input/arguments.ts';

type Changes = ArgumentsOf<Operations['update_feed']>;
type Address = DataOf<Operations['show_feed_address']>['feed_address'];
type Settings = NonNullable<DataOf<Operations['get_feed']>['feed']>;

interface FeedOptions extends JsonOption {
  new?: true | undefined;
  off?: true | undefined;
  parts?: string | undefined;
  alarm?: string | undefined;
  user?: string | undefined;
}

/**
 * `kith feed`: shows the URL of the calendar feed, which it turns on if needed. Options change the feed, replace its URL,
 * or turn it off.
 */
export async function runFeed(values: FeedOptions): Promise<number> {
  if (values.off && (values.new || values.parts !== undefined || values.alarm !== undefined))
    throw wrongUsage('feed', 'accepts --off only without other options');
  return withPlainClient(async (client) => {
    if (values.off) {
      const isEnded = await unlessAbsent(client.call('delete_feed', {}));
      const text = isEnded
        ? 'The calendar feed is off. Its URL no longer works.'
        : 'The calendar feed was already off.';
      return answer(values.json, { url: null }, text);
    }
    const changes = changesIn(values);
    const address = await addressOf(client, values.new === true);
    if (changes) await client.call('update_feed', changes);
    return print(address, (await client.call('get_feed', {})).data.feed!, values.json);
  }, values.user);
}

/** Returns the given settings, or undefined if there are none. */
function changesIn({ parts, alarm }: FeedOptions): Changes | undefined {
  if (parts === undefined && alarm === undefined) return undefined;
  return {
    ...(parts !== undefined && {
      parts: [...new Set(parts.split(',').map((part) => choice('--parts', part, FEED_PARTS)))],
    }),
    ...(alarm !== undefined && { alarm_minutes: alarmIn(alarm) }),
  };
}

const alarmIn = (text: string): number | null =>
  text === 'none' ? null : wholeNumber('--alarm', text, 0, MAX_ALARM_MINUTES);

/** Returns the feed's URL. Creates a new one on request or if there is none. */
async function addressOf(client: Client, isNew: boolean): Promise<Address> {
  const shown = isNew ? undefined : await unlessAbsent(client.call('show_feed_address', {}));
  return (shown ?? (await client.call('renew_feed_address', {}))).data.feed_address;
}

/** Returns undefined if the feed is off. */
const unlessAbsent = <T>(called: Promise<T>): Promise<T | undefined> =>
  called.catch((error) => {
    if (error instanceof KithError && error.code === 'NotFound') return undefined;
    throw error;
  });

function print(address: Address, { parts, alarm_minutes }: Settings, json: FeedOptions['json']) {
  if (!json) {
    if (isLoopback(new URL(address.url).hostname))
      tell(
        'The URL works only on this computer while the server runs. For other devices, set KITH_PUBLIC_URL to the URL at which they reach kith.\n',
      );
    tell(
      'Anyone with this URL can read the feed. To replace it, run kith feed --new. To turn it off, run kith feed --off.\n',
    );
  }
  return answer(json, { ...address, parts, alarm_minutes }, `${address.url}\n${address.webcal}`);
}
