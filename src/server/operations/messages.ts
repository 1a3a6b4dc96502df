import { operation } from '../../contract/operations.ts';
import { settings } from '../../process/environment.ts';
import { channelFrom, destinationOf } from '../../service/messages/channel.ts';
import { sendTest } from '../../service/messages/deliver.ts';
import { DEFAULT_TIME, readSettings, saveSettings, turnOff } from '../../service/messages/settings.ts';
import type { Briefing } from '../../service/messages/text.ts';
import type { ManagementContext, ManagementHandler } from '../../service/runtime/handler.ts';
import { badRequest, KithError } from '../../shared/error.ts';
import { dayIn } from '../../shared/zones.ts';
import { mailSettings } from '../jobs/message-jobs.ts';

type Manage<N extends Parameters<typeof operation>[0]> = ManagementHandler<N>['manage'];

export const getMessageSettings: Manage<'get_message_settings'> = (management) => answered(management);

export const updateMessageSettings: Manage<'update_message_settings'> = async (management, { body }) => {
  const { user, place, caller } = management;
  const { time, channel: kind, reminders, empty_days, ...given } = body;
  const before = await kept(management);
  if (kind === 'mail' && mailSettings() === undefined) throw noMailServer();
  const isPublic = !place.isLocal && !caller.isOwner;
  const channel = kind ? channelFrom({ kind, ...given }, before?.channel, isPublic) : before?.channel;
  if (!channel) throw badRequest({ channel: 'required' }, 'Choose how messages reach you.');
  const wanted = {
    time: time ?? before?.time ?? DEFAULT_TIME,
    channel,
    reminders: reminders ?? before?.reminders ?? false,
    whenEmpty: empty_days ?? before?.whenEmpty ?? false,
  };
  await saveSettings(management, user, wanted, { now: new Date(management.now), allowHttp: settings.KITH_ALLOW_HTTP });
  return answered(management);
};

export const turnOffMessages: Manage<'turn_off_messages'> = async (management) => {
  await turnOff(management, management.user.user_id);
  return answered(management);
};

export const sendMessage: Manage<'send_message'> = async (management) => {
  const { store, secret, user, place, call } = management;
  const now = () => new Date();
  const briefing = async (day: string) => (await call(operation('get_briefing'), { day, days: 1 })).data as Briefing;
  const context = { store, secret, user, now, briefing, origin: place.origin, mail: mailSettings() };
  await sendTest(context, dayIn(user.time_zone, management.now));
  return answered(management);
};

const kept = (management: ManagementContext) => readSettings(management, management.user, new Date(management.now));

async function answered(management: ManagementContext) {
  const sends_mail = mailSettings() !== undefined;
  const all = await kept(management);
  if (!all) return { message_settings: null, sends_mail };
  const { isOn, time, channel, reminders, whenEmpty, nextAt, retryAt, last } = all;
  const message_settings = {
    is_on: isOn,
    time,
    channel: channel.kind,
    leads_to: destinationOf(channel, management.user.email),
    to: channel.kind === 'mail' ? (channel.to ?? '') : '',
    has_secret: (channel.kind === 'webhook' && !!channel.secret) || (channel.kind === 'ntfy' && !!channel.token),
    reminders,
    empty_days: whenEmpty,
    next_at: nextAt,
    retry_at: retryAt,
    last,
  };
  return { message_settings, sends_mail };
}

const noMailServer = (): KithError =>
  new KithError('BadRequest', 'No mail server is configured.', {
    hint: 'The administrator can set one with KITH_SMTP_URL.',
    details: { fields: { to: 'no mail server is configured' } },
  });
