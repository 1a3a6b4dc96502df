import type { CallOptions, Client } from '../../client/client.ts';
import { operation as operationNamed } from '../../contract/operations.ts';
import { canonicalZone } from '../../shared/zones.ts';
import { type CachedAccountZone, withFormattedTimes } from './format-times.ts';

/** How long a zone is cached. A change shows soon, and a remote service is rarely asked. */
const KNOWN_MS = 60_000;

interface CachedZone {
  asked: Promise<string>;
  /** The cached response. */
  zone?: string;
  until: number;
}

const known = new WeakMap<Client, CachedZone>();

function knownOf(client: Client): CachedZone | undefined {
  const told = known.get(client);
  return told && performance.now() < told.until ? told : undefined;
}

/** Returns the time zone of the client's account. */
function zoneOf(client: Client): Promise<string> {
  const told = knownOf(client);
  if (told) return told.asked;
  const asking: CachedZone = { asked: askedZone(client), until: performance.now() + KNOWN_MS };
  known.set(client, asking);
  void asking.asked.then((zone) => {
    asking.zone = zone;
  });
  return asking.asked;
}

/** Falls back to UTC: the reply is already there, and times in UTC are still correct. */
async function askedZone(client: Client): Promise<string> {
  try {
    const { user } = (await client.call('get_current_user', {})).data;
    return canonicalZone(user.time_zone);
  } catch {
    return 'UTC';
  }
}

/** A client whose responses have times in the account's time zone (docs/replies.md#times). */
export interface ZonedClient extends Client {
  /** The account's time zone. */
  zone(): Promise<string>;
}

const zoned = new WeakMap<Client, ZonedClient>();

export function inAccountZone(client: Client): ZonedClient {
  const made = zoned.get(client) ?? makeZoned(client);
  zoned.set(client, made);
  return made;
}

function makeZoned(client: Client): ZonedClient {
  const zone = () => zoneOf(client);
  const asked: CachedAccountZone = { known: () => knownOf(client)?.zone, ask: zone };
  const call = async (name: Parameters<Client['call']>[0], args: never, options?: CallOptions) => {
    const result = await client.call(name, args, options);
    return { ...result, data: await withFormattedTimes(operationNamed(name), result.data, asked) };
  };
  return { ...client, call: call as Client['call'], zone };
}
