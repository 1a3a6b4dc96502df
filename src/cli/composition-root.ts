import type { Client } from '../client/client.ts';
import { inProcess } from '../client/in-process.ts';
import type { ClientEvent, ClientOptions } from '../client/options.ts';
import { KithError } from '../contract/error.ts';
import type { UserData } from '../service/runtime/user-data.ts';
import { processEnvironment } from './environment.ts';
import { dataDirectory, namesRemote, version } from './settings.ts';

// The only place, beside the tests, where the service meets the rest. What a start does not use loads later.

export interface OpenClient {
  client: Client;
  /** Where the embedded service keeps its data; undefined when the service is remote. */
  dataDir: string | undefined;
  /** The user's data as it lies here; undefined when the service is remote. */
  account: UserData | undefined;
  /** Whether another process wrote to the same data since this was last asked; undefined where nobody here can tell. */
  changedElsewhere?: (() => boolean) | undefined;
  /** Throws when the data does not answer. Undefined when the service is remote. */
  ready?: () => Promise<void>;
  close(): Promise<void>;
}

/** What a command asks of a remote service's client; the embedded one needs none of it. */
export type RemoteOptions = Pick<ClientOptions, 'deadlineMs' | 'retries' | 'onEvent'>;

/** Hosts give up on a tool after a minute: an assistant should rather hear how long to wait. */
const DEADLINE_MS = 50_000;

/** A client of the service that the environment names: a remote one, or the embedded one in this process. */
export async function openClient(environment = processEnvironment, options: RemoteOptions = {}): Promise<OpenClient> {
  const remote = namesRemote(environment);
  if (remote) {
    const client = await openRemote(environment, options);
    return { client, account: undefined, dataDir: undefined, close: () => client.close() };
  }
  const { client, account, changedElsewhere, ready } = await embedded(environment);
  return { client, account, dataDir: dataDirectory(environment), changedElsewhere, ready, close: () => client.close() };
}

/** The user's data in this process, for commands that work on nothing else. `what` is told to whoever has it elsewhere. */
export async function openAccount(what: string): Promise<OpenClient & { account: UserData }> {
  const { account, ...open } = await openClient();
  if (account) return { account, ...open };
  await open.close();
  throw new KithError('BadRequest', `${what} needs the data itself, and KITH_BASE_URL names a remote service.`, {
    hint: 'Run it where the data is, without KITH_BASE_URL.',
  });
}

async function openRemote(environment: NodeJS.ProcessEnv, options: RemoteOptions): Promise<Client> {
  const { KITH_BASE_URL = '', KITH_API_KEY, KITH_ALLOW_HTTP, KITH_REDIS_URL } = environment;
  if (!KITH_API_KEY) {
    throw new KithError('Unauthorized', 'KITH_BASE_URL is set, but KITH_API_KEY is not.', {
      hint: 'Set the key of your account there.',
    });
  }
  const { remoteClient } = await import('../client/remote.ts');
  return remoteClient({
    baseUrl: KITH_BASE_URL,
    apiKey: KITH_API_KEY,
    allowHttp: KITH_ALLOW_HTTP === '1',
    deadlineMs: DEADLINE_MS,
    onEvent,
    ...(KITH_REDIS_URL && { redisUrl: KITH_REDIS_URL }),
    ...options,
  });
}

interface Embedded extends Pick<OpenClient, 'changedElsewhere'> {
  ready(): Promise<void>;
  client: Client;
  account: UserData;
}

async function embedded(environment: NodeJS.ProcessEnv): Promise<Embedded> {
  const [{ openOwnData }, { createService }, { localUser, requireThere }] = await Promise.all([
    import('./own-data.ts'),
    import('../service/service.ts'),
    import('../service/users/users.ts'),
  ]);
  const { store, secret } = openOwnData(environment);
  const user = await localUser(store, environment.KITH_USER);
  const caller = { user, permissions: 'write' } as const;
  const service = createService({ store, secret, version, authenticate: async () => caller, onFault });
  const client = inProcess(
    async (...call) => {
      await requireThere(store, user);
      return service.call(caller, ...call);
    },
    async () => {
      await service.idle();
      await store.close();
    },
  );
  return {
    client,
    account: service.userData(caller),
    changedElsewhere: store.changedElsewhere?.bind(store),
    ready: () => store.ready(),
  };
}

/** The logger loads with the first thing to say: most processes never have one. */
const onFault = (id: string, error: unknown) => void import('./log.ts').then(({ logFault }) => logFault(id, error));

const onEvent = (event: ClientEvent) => void import('./log.ts').then(({ logClientEvent }) => logClientEvent(event));
