import type { Client } from '../../client/client.ts';
import type { ConnectedApp } from '../../contract/connected-apps.ts';
import { oneLine } from '../../process/print.ts';
import { withPlainClient } from '../../server/composition/open-client.ts';
import { KithError } from '../../shared/error.ts';
import { answer, type JsonOption, ofUser, textOf } from '../input/arguments.ts';
import { aligned } from '../output/table.ts';
import { inLocalTime } from '../output/times.ts';

// `kith app list|revoke`: the connected apps of the account, or of a local user.

export const list = (email: string | undefined, { json }: JsonOption): Promise<number> =>
  withPlainClient(async (client) => {
    const apps = await appsOf(client);
    if (apps.length === 0) return answer(json, apps, `${await emailOf(client)} has no connected apps.`);
    const rows = apps.map((app) => [
      shortened(app, apps),
      oneLine(app.name),
      oneLine(app.sent_to),
      app.scopes.join(' '),
      `since ${inLocalTime(app.created_at)}`,
      app.last_used_at ? `last used ${inLocalTime(app.last_used_at)}` : 'never used',
    ]);
    return answer(json, apps, await aligned(rows));
  }, email);

export async function revoke(words: string[], { json }: JsonOption): Promise<number> {
  const { email, name } = ofUser('app revoke', words);
  const text = textOf('The id', [name]);
  return withPlainClient(async (client) => {
    const { id: appId } = appNamed(text, await appsOf(client), await emailOf(client));
    const { connected_app: app } = (await client.call('disconnect_app', { appId })).data;
    return answer(json, app, `${oneLine(app.name)} is disconnected.`);
  }, email);
}

const appsOf = async (client: Client) => (await client.call('list_connected_apps', {})).data.connected_apps;
const emailOf = async (client: Client) => (await client.call('get_current_user', {})).data.user.email;

const SHORT = 6;

/** Returns the shortest unique prefix of an id. */
function shortened({ id }: ConnectedApp, apps: readonly ConnectedApp[]): string {
  let length = SHORT;
  while (length < id.length && apps.filter((other) => other.id.startsWith(id.slice(0, length))).length > 1) length++;
  return id.slice(0, length);
}

/** Returns the app with this id, id prefix, or name. Throws 404 for none and 400 for several. */
function appNamed(text: string, apps: readonly ConnectedApp[], email: string): ConnectedApp {
  const whole = apps.filter(({ id }) => id === text);
  const matches = whole.length > 0 ? whole : apps.filter(({ id, name }) => id.startsWith(text) || name === text);
  const [app, ...others] = matches;
  if (!app) {
    throw new KithError('NotFound', `${email} has no connected app "${text}".`, {
      hint: `List them with kith app list ${email}.`,
    });
  }
  if (others.length === 0) return app;
  const ids = matches.map((one) => `${shortened(one, apps)} (${oneLine(one.name)})`).join(', ');
  throw new KithError('BadRequest', `"${text}" matches several apps: ${ids}.`, { hint: 'Use the id of one of them.' });
}
