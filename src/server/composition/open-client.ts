import type { Client } from '../../client/client.ts';
import { inProcess } from '../../client/in-process.ts';
import type { ClientOptions } from '../../client/options.ts';
import type { ZonedClient } from '../../mcp/replies/account-zone.ts';
import { settings as ownSettings, version } from '../../process/environment.ts';
import { tell } from '../../process/print.ts';
import type { Data } from '../../service/data/open-data.ts';
import type { UserData } from '../../service/runtime/user-data.ts';
import type { Service } from '../../service/service.ts';
import type { Settings } from '../../settings.ts';
import { KithError } from '../../shared/error.ts';
import { originIn } from './public-origin.ts';

// The only place, beside the tests, where the service meets the rest. What a start does not use loads later.

export interface OpenClient {
  client: Client;
  /** The user's data as it lies here; undefined when the service is remote. */
  userData: UserData | undefined;
  /** What the service in this process is made of; undefined when the service is remote. */
  embedded?: Data & { service: Service };
  /** Whether another process wrote to the same data since this was last asked; undefined where nobody here can tell. */
  changedElsewhere?: (() => boolean) | undefined;
  /** Throws when the data does not answer. Undefined when the service is remote. */
  ready?: () => Promise<void>;
  close(): Promise<void>;
}

/** What an import goes into: a service, and the data itself where that is here. */
export type Into = Pick<OpenClient, 'client' | 'userData'>;

/** How a command wants the client of a remote service to behave; the embedded one needs none of this. */
export type RemoteOptions = Pick<ClientOptions, 'deadlineMs' | 'retries' | 'onEvent'>;

/** For assistants. Hosts give up on a tool after a minute: it should rather hear how long to wait. */
export const FOR_ASSISTANTS: RemoteOptions = {
  deadlineMs: 50_000,
  onEvent: (event) => void import('./log.ts').then(({ logClientEvent }) => logClientEvent(event)),
};

/** For a person at a command: a wait is told in a line of plain words, and nobody who does not answer is waited for long. */
const forPerson = (baseUrl: string): RemoteOptions => {
  const told = new Set<string>();
  const { origin } = new URL(baseUrl);
  return {
    deadlineMs: Number.POSITIVE_INFINITY,
    retries: 6,
    onEvent(event) {
      if (event.kind !== 'waiting') return FOR_ASSISTANTS.onEvent?.(event);
      const reason = event.reason.replace(`The service at ${origin}`, 'it');
      // Several calls may wait for the same.
      if (!told.has(reason)) tell(`Waiting for the service at ${origin}: ${reason.replace(/[.]$/, '')}.\n`);
      told.add(reason);
    },
  };
};

/** For commands in which nobody waits for a single answer: a rate limit makes an import longer, it does not end it. */
export const WITHOUT_DEADLINE: RemoteOptions = {
  deadlineMs: Number.POSITIVE_INFINITY,
  retries: 8,
  onEvent(event) {
    if (event.kind === 'waiting') tell(`waiting ${event.seconds} s: ${event.reason}\n`);
    else FOR_ASSISTANTS.onEvent?.(event);
  },
};

/** A client of the service that the settings name: a remote one, for a person unless `options` say otherwise, or the embedded one in this process. */
export async function openClient(settings: Settings = ownSettings, options?: RemoteOptions): Promise<OpenClient> {
  if (settings.KITH_BASE_URL) {
    const client = await openRemote(settings.KITH_BASE_URL, settings, options);
    return { client, userData: undefined, close: () => client.close() };
  }
  return openEmbedded(settings);
}

/**
 * Runs a command's work with a client, and closes it again. `email` names another user of the data here; a service
 * elsewhere knows its user by the key.
 */
export async function withPlainClient<T>(work: (client: Client) => Promise<T>, email?: string): Promise<T> {
  const { client, close } = await (email === undefined ? openClient() : openClientOf(email));
  try {
    return await work(client);
  } finally {
    await close();
  }
}

/** The same with a client whose answers tell the account's own time. */
export async function withClient<T>(work: (client: ZonedClient) => Promise<T>): Promise<T> {
  const { inAccountZone } = await import('../../mcp/replies/account-zone.ts');
  return withPlainClient((client) => work(inAccountZone(client)));
}

async function openClientOf(email: string): Promise<OpenClient> {
  if (!ownSettings.KITH_BASE_URL) return openEmbedded(ownSettings, email);
  throw new KithError('BadRequest', 'KITH_BASE_URL names a service elsewhere, which knows its user by KITH_API_KEY.', {
    hint: 'Leave out the option that names a user, and give the key of that user.',
  });
}

async function openRemote(baseUrl: string, settings: Settings, options = forPerson(baseUrl)): Promise<Client> {
  const { KITH_API_KEY: apiKey, KITH_ALLOW_HTTP: allowHttp, KITH_REDIS_URL: redisUrl } = settings;
  if (!apiKey) {
    throw new KithError('Unauthorized', 'KITH_BASE_URL is set, but KITH_API_KEY is not.', {
      hint: 'Set the key of your account there.',
    });
  }
  const { remoteClient } = await import('../../client/remote.ts');
  return remoteClient({ baseUrl, apiKey, allowHttp, redisUrl, ...options });
}

/** For the local user, or for the user of `kith serve` with this e-mail. */
async function openEmbedded(settings: Settings, email?: string): Promise<OpenClient & { userData: UserData }> {
  const [{ openLocalData }, { createService }, { everyRoute }, { localUser, requireThere, userByEmail }] =
    await Promise.all([
      import('./local-data.ts'),
      import('../../service/service.ts'),
      import('../operations/handlers.ts'),
      import('../../identity/users/users.ts'),
    ]);
  const { store, secret } = openLocalData(settings);
  const user = email === undefined ? await localUser(store, settings.KITH_USER) : await userByEmail(store, email);
  const caller = { user, permissions: 'write', isOwner: true } as const;
  const authenticate = async () => caller;
  const service = createService(
    { store, secret, version, authenticate, onFault, place: hereFor(settings) },
    everyRoute(),
  );
  /** The state in which the user was seen to be there. */
  let seenAt: string | undefined;
  const stillThere = async () => {
    const mark = store.mark?.();
    if (mark !== undefined && mark === seenAt) return;
    await requireThere(store, user);
    seenAt = mark;
  };
  const client = inProcess(
    async (...call) => {
      await stillThere();
      return service.call(caller, ...call);
    },
    async () => {
      await service.idle();
      await store.close();
    },
  );
  return {
    client,
    userData: service.userData(caller),
    embedded: { store, secret, service },
    changedElsewhere: store.version && differences(() => store.version!()),
    ready: () => store.ready(),
    close: () => client.close(),
  };
}

/** The place of a process on the data folder itself: it has no pages, unless an address is set at which others serve them. */
export const hereFor =
  ({ KITH_PUBLIC_URL: url }: Settings) =>
  () => ({ isLocal: true, origin: url && originIn(url) });

/** Whether a value is another than when this was last asked. */
function differences(read: () => unknown): () => boolean {
  let last = read();
  return () => {
    const before = last;
    last = read();
    return before !== last;
  };
}

/** The logger loads with the first thing to say: most processes never have one. */
export const onFault = (id: string, error: unknown) =>
  void import('./log.ts').then(({ logFault }) => logFault(id, error));
