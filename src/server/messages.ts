import { inProcess } from '../client/in-process.ts';
import type { Secret } from '../identity/secrets/secret.ts';
import { userById } from '../identity/users/users.ts';
import { settings } from '../process/environment.ts';
import { channelFrom, leadsTo } from '../service/messages/channel.ts';
import { sendTest } from '../service/messages/deliver.ts';
import { readSettings, saveSettings, turnOff } from '../service/messages/settings.ts';
import type { Service } from '../service/service.ts';
import { KithError } from '../shared/error.ts';
import { dayIn } from '../shared/zones.ts';
import type { Store } from '../store/store.ts';
import type { UserRow } from '../store/tables.ts';
import type { MessagesServices } from '../web/services/messages.ts';
import type { Person } from '../web/services/person.ts';
import { briefingOf, mailSettings } from './message-jobs.ts';

interface Options {
  store: Store;
  secret: Secret;
  service: Pick<Service, 'call'>;
  origin: string;
  isLocal: boolean;
}

/** Setting the morning message on the pages, as `kith message` does. */
export function messagesServices({ store, secret, service, origin, isLocal }: Options): MessagesServices {
  const data = { store, secret };
  return {
    sendsMail: mailSettings() !== undefined,
    async read(person) {
      const user = await userOf(person);
      const kept = await readSettings(data, user, new Date());
      if (!kept) return undefined;
      const { channel, ...rest } = kept;
      return {
        ...rest,
        channel: channel.kind,
        leadsTo: leadsTo(channel, user.email),
        to: channel.kind === 'mail' ? (channel.to ?? '') : '',
        hasSecret: (channel.kind === 'webhook' && !!channel.secret) || (channel.kind === 'ntfy' && !!channel.token),
      };
    },
    async save(person, { time, channel: kind, reminders, whenEmpty, ...given }) {
      const [user, now] = [await userOf(person), new Date()];
      if (kind === 'mail' && mailSettings() === undefined) throw noMailServer();
      const before = (await readSettings(data, user, now))?.channel;
      const channel = channelFrom({ kind, ...given }, before, !isLocal);
      const allowHttp = settings.KITH_ALLOW_HTTP;
      await saveSettings(data, user, { time, channel, reminders, whenEmpty }, { now, allowHttp });
    },
    turnOff: async ({ id }) => void (await turnOff(data, id)),
    async sendNow(person) {
      const user = await userOf(person);
      const client = inProcess(
        (...call) => service.call({ user, permissions: 'read' }, ...call),
        async () => {},
      );
      const briefing = (day: string) => briefingOf(client, day);
      const now = () => new Date();
      const context = { ...data, user, now, briefing, origin, mail: mailSettings() };
      await sendTest(context, dayIn(user.time_zone, now().toISOString()));
    },
  };

  async function userOf({ id }: Person): Promise<UserRow> {
    const user = await userById(store, id);
    if (!user) throw new KithError('NotFound', 'The account was removed.');
    return user;
  }
}

const noMailServer = (): KithError =>
  new KithError('BadRequest', 'No mail server is set here.', {
    hint: 'Whoever runs kith can set one, as KITH_SMTP_URL.',
    details: { field: 'to' },
  });
