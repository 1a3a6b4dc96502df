import type { Client } from '../../client/client.ts';
import type { Operations } from '../../contract/operations.ts';
import type { ArgumentsOf, DataOf } from '../../contract/schema/operation.ts';
import { inAccountZone } from '../../mcp/replies/account-zone.ts';
import { oneLine } from '../../process/print.ts';
import { withPlainClient } from '../../server/composition/open-client.ts';
import { KithError } from '../../shared/error.ts';
import { answer, type JsonOption, wrongUsage } from '../input/arguments.ts';
import { takeSecret } from '../input/ask.ts';
import { inList } from '../output/times.ts';

type Kept = DataOf<Operations['get_message_settings']>['message_settings'];
type GivenChannel = Pick<
  ArgumentsOf<Operations['update_message_settings']>,
  'channel' | 'url' | 'token' | 'secret' | 'to'
>;

/** Text, or true where it is to be asked for. */
type Asked = string | true | undefined;

export interface MessageOptions extends JsonOption {
  time?: string | undefined;
  mail?: Asked;
  ntfy?: Asked;
  token?: Asked;
  webhook?: Asked;
  secret?: Asked;
  reminders?: boolean | undefined;
  emptyDays?: boolean | undefined;
  test?: true | undefined;
  off?: true | undefined;
  user?: string | undefined;
}

/** `kith message`: shows the morning message, sets it, turns it off, and sends one now. */
export async function runMessage(options: MessageOptions): Promise<number> {
  const given = await givenChannel(options);
  const { time, reminders, emptyDays } = options;
  const isSet = [given, time, reminders, emptyDays].some((one) => one !== undefined);
  if (options.off && (isSet || options.test)) throw wrongUsage('message', 'takes --off alone');
  return withPlainClient(async (client) => {
    if (options.off) await client.call('turn_off_messages', {});
    if (isSet) await set(client, { ...given, time, reminders, empty_days: emptyDays });
    if (options.test) await client.call('send_message', {});
    const { message_settings: kept } = (await client.call('get_message_settings', {})).data;
    return answer(options.json, shown(kept), inWords(kept, await inAccountZone(client).zone()));
  }, options.user);
}

/** The first time, a channel must be named: the service refuses what names none. */
async function set(client: Client, settings: ArgumentsOf<Operations['update_message_settings']>): Promise<void> {
  try {
    await client.call('update_message_settings', settings);
  } catch (error) {
    const isUnnamed = error instanceof KithError && Object.keys(error.details?.fields ?? {})[0] === 'channel';
    if (!isUnnamed) throw error;
    throw wrongUsage('message', 'needs --mail, --ntfy or --webhook: it says how messages reach you');
  }
}

/** The channel that options name; undefined where none does. Throws where they name two. */
async function givenChannel({ mail, ntfy, token, webhook, secret }: MessageOptions): Promise<GivenChannel | undefined> {
  const named = [mail, ntfy ?? token, webhook ?? secret].filter((one) => one !== undefined);
  if (named.length > 1) throw wrongUsage('message', 'takes one of --mail, --ntfy and --webhook');
  if (named.length === 0) return undefined;
  if (mail !== undefined) return { channel: 'mail', to: mail === true ? '' : mail };
  const channel = ntfy !== undefined || token !== undefined ? 'ntfy' : 'webhook';
  return {
    channel,
    url: await taken(ntfy ?? webhook, channel === 'ntfy' ? 'Address of the topic' : 'Address of the webhook'),
    token: await taken(token, 'Access token'),
    secret: await taken(secret, 'Secret'),
  };
}

const HINT = 'Leave it out to be asked for it, or give - and write it to standard input.';

const taken = async (given: Asked, what: string): Promise<string | undefined> =>
  given === undefined ? undefined : takeSecret(given === true ? undefined : given, { what, hint: HINT });

/** What programs get. What only the page shows is left out: names and shapes of `--json` stay. */
function shown(kept: Kept) {
  if (!kept) return { is_on: false };
  const { to: _, has_secret: __, ...rest } = kept;
  return rest;
}

const BY: Record<NonNullable<Kept>['channel'], string> = {
  mail: 'by mail to',
  ntfy: 'by ntfy at',
  webhook: 'to the webhook at',
};
const LAST = { sent: 'The last was sent', nothing: 'There was nothing to say', failed: 'The last could not be sent' };

function inWords(kept: Kept, zone: string): string {
  if (!kept)
    return 'The morning message is off. kith message --time 07:00 --mail turns it on; --ntfy and --webhook are other ways.';
  const { is_on: isOn, time, channel, leads_to, reminders, empty_days, next_at, retry_at, last } = kept;
  const to = `${BY[channel]} ${oneLine(leads_to)}`;
  return [
    isOn ? `The morning message comes at ${time} (${zone}), ${to}.` : `The morning message is off. It went ${to}.`,
    ...(isOn && retry_at ? [`It is tried again at ${inList(retry_at, zone)}.`] : []),
    ...(isOn && !retry_at && next_at ? [`The next: ${inList(next_at, zone)}.`] : []),
    ...(reminders ? ['Reminders with a time come at it.'] : []),
    ...(empty_days ? ['It comes on days with nothing to say too.'] : []),
    ...(last ? [`${LAST[last.outcome]}: ${inList(last.at, zone)}.${last.words ? ` ${oneLine(last.words)}` : ''}`] : []),
  ].join('\n');
}
