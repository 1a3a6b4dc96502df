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

/** The option's value, or true to ask for it. */
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

/** `kith message`: shows and changes the morning message settings, turns messages off, and sends one now. */
export async function runMessage(options: MessageOptions): Promise<number> {
  const given = await givenChannel(options);
  const { time, reminders, emptyDays } = options;
  const isSet = [given, time, reminders, emptyDays].some((one) => one !== undefined);
  if (options.off && (isSet || options.test)) throw wrongUsage('message', 'accepts --off only without other options');
  return withPlainClient(async (client) => {
    if (options.off) await client.call('turn_off_messages', {});
    if (isSet) await set(client, { ...given, time, reminders, empty_days: emptyDays });
    if (options.test) await client.call('send_message', {});
    const { message_settings: kept } = (await client.call('get_message_settings', {})).data;
    return answer(options.json, shown(kept), inWords(kept, await inAccountZone(client).zone()));
  }, options.user);
}

/** Changes the settings. The first change must name a channel. */
async function set(client: Client, settings: ArgumentsOf<Operations['update_message_settings']>): Promise<void> {
  try {
    await client.call('update_message_settings', settings);
  } catch (error) {
    const isUnnamed = error instanceof KithError && Object.keys(error.details?.fields ?? {})[0] === 'channel';
    if (!isUnnamed) throw error;
    throw wrongUsage('message', 'requires --mail, --ntfy, or --webhook');
  }
}

/** Returns the channel that the options name, or undefined. Throws if they name two. */
async function givenChannel({ mail, ntfy, token, webhook, secret }: MessageOptions): Promise<GivenChannel | undefined> {
  const named = [mail, ntfy ?? token, webhook ?? secret].filter((one) => one !== undefined);
  if (named.length > 1) throw wrongUsage('message', 'accepts only one of --mail, --ntfy, and --webhook');
  if (named.length === 0) return undefined;
  if (mail !== undefined) return { channel: 'mail', to: mail === true ? '' : mail };
  const channel = ntfy !== undefined || token !== undefined ? 'ntfy' : 'webhook';
  return {
    channel,
    url: await taken(ntfy ?? webhook, channel === 'ntfy' ? 'Topic URL' : 'Webhook URL'),
    token: await taken(token, 'Access token'),
    secret: await taken(secret, 'Secret'),
  };
}

const HINT = 'Omit the value to be asked for it, or use - to read it from standard input.';

const taken = async (given: Asked, what: string): Promise<string | undefined> =>
  given === undefined ? undefined : takeSecret(given === true ? undefined : given, { what, hint: HINT });

/** Returns the `--json` output, which must stay stable. Fields for the web app are left out. */
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
const LAST = { sent: 'Last message sent', nothing: 'Nothing to report', failed: 'Last message failed' };

function inWords(kept: Kept, zone: string): string {
  if (!kept)
    return 'The morning message is off. To turn it on, run kith message --time 07:00 --mail. Other channels are --ntfy and --webhook.';
  const { is_on: isOn, time, channel, leads_to, reminders, empty_days, next_at, retry_at, last } = kept;
  const to = `${BY[channel]} ${oneLine(leads_to)}`;
  return [
    isOn
      ? `The morning message is sent at ${time} (${zone}), ${to}.`
      : `The morning message is off. It was sent ${to}.`,
    ...(isOn && retry_at ? [`Next retry: ${inList(retry_at, zone)}.`] : []),
    ...(isOn && !retry_at && next_at ? [`Next: ${inList(next_at, zone)}.`] : []),
    ...(reminders ? ['Reminders with a time are sent at that time.'] : []),
    ...(empty_days ? ['It is also sent on days with nothing to report.'] : []),
    ...(last ? [`${LAST[last.outcome]}: ${inList(last.at, zone)}.${last.words ? ` ${oneLine(last.words)}` : ''}`] : []),
  ].join('\n');
}
