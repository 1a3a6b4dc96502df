import type { CallOptions, Client } from '../../client/client.ts';
import { operation as operationNamed } from '../../contract/operations.ts';
import { withToldTimes } from './told-times.ts';

/** How long a zone is taken for granted: a person who moves it sees that soon, and a service elsewhere is asked seldom. */
const KNOWN_MS = 60_000;

const known = new WeakMap<Client, { zone: Promise<string>; until: number }>();

/** The time zone of the account that a client calls for. */
function zoneOf(client: Client): Promise<string> {
  const told = known.get(client);
  if (told && performance.now() < told.until) return told.zone;
  const zone = askedZone(client);
  known.set(client, { zone, until: performance.now() + KNOWN_MS });
  return zone;
}

/** UTC where it cannot be learned: times in UTC are right too, and the answer that they stand in is there already. */
async function askedZone(client: Client): Promise<string> {
  try {
    const { user } = (await client.call('get_current_user', {})).data;
    return new Intl.DateTimeFormat('en', { timeZone: user.time_zone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

/** A client whose answers tell time as the account's own clocks do (docs/replies.md#times). */
export interface ZonedClient extends Client {
  /** The zone of those clocks. */
  zone(): Promise<string>;
}

export function inAccountZone(client: Client): ZonedClient {
  const zone = () => zoneOf(client);
  const call = async (name: Parameters<Client['call']>[0], args: never, options?: CallOptions) => {
    const result = await client.call(name, args, options);
    return { ...result, data: await withToldTimes(operationNamed(name), result.data, zone) };
  };
  return { ...client, call: call as Client['call'], zone };
}
