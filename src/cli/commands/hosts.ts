import type { Client } from '../../client/client.ts';
import type { ConnectedApp } from '../../contract/connected-apps.ts';
import { oneLine } from '../../process/print.ts';
import { withPlainClient } from '../../server/composition/open-client.ts';
import { KithError } from '../../shared/error.ts';
import { answer, type JsonOption, ofUser, textOf } from '../input/arguments.ts';
import { aligned } from '../output/table.ts';
import { onThisMachine } from '../output/times.ts';

// `kith host list|revoke`: the connected apps of the account, or of a user of the data here.

export const list = (email: string | undefined, { json }: JsonOption): Promise<number> =>
  withPlainClient(async (client) => {
    const apps = await appsOf(client);
    if (apps.length === 0) return answer(json, apps, `${await emailOf(client)} has let no host in.`);
    const rows = apps.map((app) => [
      shortened(app, apps),
      oneLine(app.name),
      oneLine(app.sent_to),
      app.scopes.join(' '),
      `since ${onThisMachine(app.created_at)}`,
      app.last_used_at ? `last used ${onThisMachine(app.last_used_at)}` : 'never used',
    ]);
    return answer(json, apps, await aligned(rows));
  }, email);

export async function revoke(words: string[], { json }: JsonOption): Promise<number> {
  const { email, name } = ofUser('host revoke', words);
  const text = textOf('The id', [name]);
  return withPlainClient(async (client) => {
    const { id: appId } = appNamed(text, await appsOf(client), await emailOf(client));
    const { connected_app: app } = (await client.call('disconnect_app', { appId })).data;
    return answer(json, app, `${oneLine(app.name)} may do nothing more.`);
  }, email);
}

const appsOf = async (client: Client) => (await client.call('list_connected_apps', {})).data.connected_apps;
const emailOf = async (client: Client) => (await client.call('get_current_user', {})).data.user.email;

const SHORT = 6;

/** As much of an id as tells the app from all others. */
function shortened({ id }: ConnectedApp, apps: readonly ConnectedApp[]): string {
  let length = SHORT;
  while (length < id.length && apps.filter((other) => other.id.startsWith(id.slice(0, length))).length > 1) length++;
  return id.slice(0, length);
}

/** The one app with this id, the beginning of its id, or its name. Throws 404 for none, 400 for several. */
function appNamed(text: string, apps: readonly ConnectedApp[], email: string): ConnectedApp {
  const whole = apps.filter(({ id }) => id === text);
  const matches = whole.length > 0 ? whole : apps.filter(({ id, name }) => id.startsWith(text) || name === text);
  const [app, ...others] = matches;
  if (!app) {
    throw new KithError('NotFound', `${email} has let in no host ${text}.`, {
      hint: `kith host list ${email} names them.`,
    });
  }
  if (others.length === 0) return app;
  const ids = matches.map((one) => `${shortened(one, apps)} (${oneLine(one.name)})`).join(', ');
  throw new KithError('BadRequest', `${text} is more than one host: ${ids}.`, { hint: 'Give the id of one of them.' });
}
