import type { ConnectedHost } from '../../contract/sign-in.ts';
import { listHosts, removeHost } from '../../identity/users/connected-hosts.ts';
import { oneLine } from '../../process/print.ts';
import { withUser } from '../../server/composition/local-data.ts';
import { KithError } from '../../shared/error.ts';
import { answer, type JsonOption, textOf } from '../input/arguments.ts';
import { aligned } from '../output/table.ts';
import { onThisMachine } from '../output/times.ts';

// `kith host list|revoke`: the assistants and programs that a user of `kith serve` let in by signing in.

export async function list(email: string, { json }: JsonOption): Promise<number> {
  const hosts = await withUser(email, ({ store }, { user_id }) => listHosts(store, user_id));
  if (hosts.length === 0) return answer(json, hosts, `${email} has let no host in.`);
  const rows = hosts.map((host) => [
    shortened(host, hosts),
    oneLine(host.name),
    oneLine(host.sent_to),
    host.scopes.join(' '),
    `since ${onThisMachine(host.created_at)}`,
    host.last_used_at ? `last used ${onThisMachine(host.last_used_at)}` : 'never used',
  ]);
  return answer(json, hosts, await aligned(rows));
}

export async function revoke(email: string, id: string, { json }: JsonOption): Promise<number> {
  const host = await withUser(email, async ({ store }, { user_id }) => {
    const meant = hostMeant(textOf('The id', [id]), await listHosts(store, user_id), email);
    return removeHost(store, user_id, meant.id);
  });
  return answer(json, host, `${oneLine(host.name)} may do nothing more.`);
}

const SHORT = 6;

/** As much of an id as tells the host from all others. */
function shortened({ id }: ConnectedHost, hosts: readonly ConnectedHost[]): string {
  let length = SHORT;
  while (length < id.length && hosts.filter((other) => other.id.startsWith(id.slice(0, length))).length > 1) length++;
  return id.slice(0, length);
}

/** The one host with this id, the beginning of its id, or its name. Throws 404 for none, 400 for several. */
function hostMeant(text: string, hosts: readonly ConnectedHost[], email: string): ConnectedHost {
  const whole = hosts.filter(({ id }) => id === text);
  const meant = whole.length > 0 ? whole : hosts.filter(({ id, name }) => id.startsWith(text) || name === text);
  const [host, ...others] = meant;
  if (!host) {
    throw new KithError('NotFound', `${email} has let in no host ${text}.`, {
      hint: `kith host list ${email} names them.`,
    });
  }
  if (others.length === 0) return host;
  const ids = meant.map((one) => `${shortened(one, hosts)} (${oneLine(one.name)})`).join(', ');
  throw new KithError('BadRequest', `${text} is more than one host: ${ids}.`, { hint: 'Give the id of one of them.' });
}
