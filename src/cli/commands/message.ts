import { settings } from '../../process/environment.ts';
import { oneLine } from '../../process/print.ts';
import { withUser } from '../../server/composition/local-data.ts';
import { openClient } from '../../server/composition/open-client.ts';
import type { Data } from '../../service/data/open-data.ts';
import { type ChannelKind, channelFrom, type GivenChannel, leadsTo } from '../../service/messages/channel.ts';
import {
  DEFAULT_TIME,
  type KeptSettings,
  readSettings,
  saveSettings,
  turnOff,
} from '../../service/messages/settings.ts';
import type { Settings } from '../../settings.ts';
import { KithError } from '../../shared/error.ts';
import { dayIn } from '../../shared/zones.ts';
import type { UserRow } from '../../store/tables.ts';
import { answer, type JsonOption, wrongUsage } from '../input/arguments.ts';
import { takeSecret } from '../input/ask.ts';
import { inList } from '../output/times.ts';

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
  const done = await withUser(options.user, async (data, user) => {
    if (options.off) await turnOff(data, user.user_id);
    if (isSet) await set(data, user, given, options);
    return { user, kept: await readSettings(data, user, new Date()) };
  });
  if (options.test) await sendOne(done.user);
  const { user, kept } = options.test
    ? await withUser(options.user, async (data, user) => ({ user, kept: await readSettings(data, user, new Date()) }))
    : done;
  return answer(options.json, shown(kept, user), inWords(kept, user));
}

async function set(data: Data, user: UserRow, given: GivenChannel | undefined, options: MessageOptions): Promise<void> {
  const now = new Date();
  const before = await readSettings(data, user, now);
  const channel = given ? channelFrom(given, before?.channel, false) : before?.channel;
  if (!channel) throw wrongUsage('message', 'needs --mail, --ntfy or --webhook: it says how messages reach you');
  const wanted = {
    time: options.time ?? before?.time ?? DEFAULT_TIME,
    channel,
    reminders: options.reminders ?? before?.reminders ?? false,
    whenEmpty: options.emptyDays ?? before?.whenEmpty ?? false,
  };
  await saveSettings(data, user, wanted, { now, allowHttp: settings.KITH_ALLOW_HTTP });
}

/** The channel that options name; undefined where none does. Throws where they name two. */
async function givenChannel({ mail, ntfy, token, webhook, secret }: MessageOptions): Promise<GivenChannel | undefined> {
  const named = [mail, ntfy ?? token, webhook ?? secret].filter((one) => one !== undefined);
  if (named.length > 1) throw wrongUsage('message', 'takes one of --mail, --ntfy and --webhook');
  if (named.length === 0) return undefined;
  if (mail !== undefined) return { kind: 'mail', to: mail === true ? '' : mail };
  const kind: ChannelKind = ntfy !== undefined || token !== undefined ? 'ntfy' : 'webhook';
  return {
    kind,
    url: await taken(ntfy ?? webhook, kind === 'ntfy' ? 'Address of the topic' : 'Address of the webhook'),
    token: await taken(token, 'Access token'),
    secret: await taken(secret, 'Secret'),
  };
}

const HINT = 'Leave it out to be asked for it, or give - and write it to standard input.';

const taken = async (given: Asked, what: string): Promise<string | undefined> =>
  given === undefined ? undefined : takeSecret(given === true ? undefined : given, { what, hint: HINT });

/** Sends the message of today, with the service of this process. */
async function sendOne({ email }: UserRow): Promise<void> {
  const own: Settings = Object.create(settings, { KITH_USER: { value: email }, KITH_BASE_URL: { value: undefined } });
  const [{ client, embedded, userData, close }, { sendTest }, { briefingOf, mailSettings }] = await Promise.all([
    openClient(own),
    import('../../service/messages/deliver.ts'),
    import('../../server/message-jobs.ts'),
  ]);
  try {
    if (!embedded || !userData) throw new KithError('BadRequest', 'Run it where the data is.');
    const { user } = userData;
    const now = () => new Date();
    const briefing = (day: string) => briefingOf(client, day);
    const context = { ...embedded, user, now, briefing, origin: settings.KITH_PUBLIC_URL, mail: mailSettings() };
    await sendTest(context, dayIn(user.time_zone, now().toISOString()));
  } finally {
    await close();
  }
}

function shown(kept: KeptSettings | undefined, { email }: UserRow) {
  if (!kept) return { is_on: false };
  const { isOn, time, channel, reminders, whenEmpty, nextAt, retryAt, last } = kept;
  return {
    is_on: isOn,
    time,
    channel: channel.kind,
    leads_to: leadsTo(channel, email),
    reminders,
    empty_days: whenEmpty,
    next_at: nextAt,
    retry_at: retryAt,
    last,
  };
}

const BY: Record<ChannelKind, string> = { mail: 'by mail to', ntfy: 'by ntfy at', webhook: 'to the webhook at' };
const LAST = { sent: 'The last was sent', nothing: 'There was nothing to say', failed: 'The last could not be sent' };

function inWords(kept: KeptSettings | undefined, { email, time_zone: zone }: UserRow): string {
  if (!kept)
    return 'The morning message is off. kith message --time 07:00 --mail turns it on; --ntfy and --webhook are other ways.';
  const { isOn, time, channel, reminders, whenEmpty, nextAt, retryAt, last } = kept;
  const to = `${BY[channel.kind]} ${oneLine(leadsTo(channel, email))}`;
  return [
    isOn ? `The morning message comes at ${time} (${zone}), ${to}.` : `The morning message is off. It went ${to}.`,
    ...(isOn && retryAt ? [`It is tried again at ${inList(retryAt, zone)}.`] : []),
    ...(isOn && !retryAt && nextAt ? [`The next: ${inList(nextAt, zone)}.`] : []),
    ...(reminders ? ['Reminders with a time come at it.'] : []),
    ...(whenEmpty ? ['It comes on days with nothing to say too.'] : []),
    ...(last ? [`${LAST[last.outcome]}: ${inList(last.at, zone)}.${last.words ? ` ${oneLine(last.words)}` : ''}`] : []),
  ].join('\n');
}
