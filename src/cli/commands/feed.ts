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

/** `kith feed`: the address of the calendar feed, which is made at first; other settings, another address, or an end of it. */
export async function runFeed(values: FeedOptions): Promise<number> {
  if (values.off && (values.new || values.parts !== undefined || values.alarm !== undefined))
    throw wrongUsage('feed', 'takes --off alone');
  return withPlainClient(async (client) => {
    if (values.off) {
      const isEnded = await unlessAbsent(client.call('delete_feed', {}));
      const text = isEnded
        ? 'The calendar feed is off. Its address leads nowhere any more.'
        : 'There was no calendar feed.';
      return answer(values.json, { url: null }, text);
    }
    const changes = changesIn(values);
    const address = await addressOf(client, values.new === true);
    if (changes) await client.call('update_feed', changes);
    return print(address, (await client.call('get_feed', {})).data.feed!, values.json);
  }, values.user);
}

/** The settings that are given; undefined where none is. */
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

/** The address of the feed: a new one where it is wanted, or where there is none yet. */
async function addressOf(client: Client, isNew: boolean): Promise<Address> {
  const shown = isNew ? undefined : await unlessAbsent(client.call('show_feed_address', {}));
  return (shown ?? (await client.call('renew_feed_address', {}))).data.feed_address;
}

/** Undefined where the feed is off. */
const unlessAbsent = <T>(called: Promise<T>): Promise<T | undefined> =>
  called.catch((error) => {
    if (error instanceof KithError && error.code === 'NotFound') return undefined;
    throw error;
  });

function print(address: Address, { parts, alarm_minutes }: Settings, json: FeedOptions['json']) {
  if (!json) {
    if (isLoopback(new URL(address.url).hostname))
      tell(
        'The address works on this computer while the server runs. For other devices, set KITH_PUBLIC_URL to the address where they reach kith.\n',
      );
    tell(
      'Whoever has this address can read what is in the feed. kith feed --new replaces it, kith feed --off switches it off.\n',
    );
  }
  return answer(json, { ...address, parts, alarm_minutes }, `${address.url}\n${address.webcal}`);
}
