import type { Client } from '../../client/client.ts';
import { inProcessClient } from '../../client/in-process.ts';
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

// The only place, besides tests, that connects the service with the rest. Parts that a start does not need load later.

export interface OpenClient {
  client: Client;
  /** The user's local data; undefined if the service is remote. */
  userData: UserData | undefined;
  /** Parts of the service in this process; undefined if the service is remote. */
  embedded?: Data & { service: Service };
  /** Returns whether another process wrote to the data since the last call; undefined if unknown. */
  changedElsewhere?: (() => boolean) | undefined;
  /** Throws if the database does not respond. Undefined if the service is remote. */
  ready?: () => Promise<void>;
  /** Returns the origin of a running web app on the data; undefined if there is none, or the service is remote. */
  webOrigin: () => Promise<string | undefined>;
  close(): Promise<void>;
}

/** Target of an import: a service, with its data if that is local. */
export type Into = Pick<OpenClient, 'client' | 'userData'>;

/** A command's options for the client of a remote service. */
export type RemoteOptions = Pick<ClientOptions, 'deadlineMs' | 'retries' | 'onEvent'>;

/** For assistants. Clients stop waiting after a minute, so the reply must come earlier and say how long to wait. */
export const FOR_ASSISTANTS: RemoteOptions = {
  deadlineMs: 50_000,
  onEvent: (event) => void import('./log.ts').then(({ logClientEvent }) => logClientEvent(event)),
};

/** For a person at a terminal: prints a line for each wait, and gives up early on a service that does not respond. */
const forPerson = (baseUrl: string): RemoteOptions => {
  const told = new Set<string>();
  const { origin } = new URL(baseUrl);
  return {
    deadlineMs: Number.POSITIVE_INFINITY,
    retries: 6,
    onEvent(event) {
      if (event.kind !== 'waiting') return FOR_ASSISTANTS.onEvent?.(event);
      const reason = event.reason.replace(`The service at ${origin}`, 'it');
      // Several calls can wait for the same reason.
      if (!told.has(reason)) tell(`Waiting for the service at ${origin}: ${reason.replace(/[.]$/, '')}.\n`);
      told.add(reason);
    },
  };
};

/** For long commands: a rate limit slows an import down but does not end it. */
export const WITHOUT_DEADLINE: RemoteOptions = {
  deadlineMs: Number.POSITIVE_INFINITY,
  retries: 8,
  onEvent(event) {
    if (event.kind === 'waiting') tell(`waiting ${event.seconds} s: ${event.reason}\n`);
    else FOR_ASSISTANTS.onEvent?.(event);
  },
};

/** Opens a client of the remote service in the settings, or of an embedded service in this process. */
export async function openClient(settings: Settings = ownSettings, options?: RemoteOptions): Promise<OpenClient> {
  if (settings.KITH_BASE_URL) {
    const client = await openRemote(settings.KITH_BASE_URL, settings, options);
    return { client, userData: undefined, webOrigin: async () => undefined, close: () => client.close() };
  }
  return openEmbedded(settings);
}

/**
 * Runs a command's work with a client, and closes it afterwards. `email` selects another user of the local data. A remote
 * service knows its user by the key.
 */
export async function withPlainClient<T>(work: (client: Client) => Promise<T>, email?: string): Promise<T> {
  const { client, close } = await (email === undefined ? openClient() : openClientOf(email));
  try {
    return await work(client);
  } finally {
    await close();
  }
}

/** Runs work with a client whose responses have times in the account's zone. */
export async function withClient<T>(work: (client: ZonedClient) => Promise<T>): Promise<T> {
  const { inAccountZone } = await import('../../mcp/replies/account-zone.ts');
  return withPlainClient((client) => work(inAccountZone(client)));
}

async function openClientOf(email: string): Promise<OpenClient> {
  if (!ownSettings.KITH_BASE_URL) return openEmbedded(ownSettings, email);
  throw new KithError('BadRequest', 'KITH_BASE_URL is a remote service, whose user is set by KITH_API_KEY.', {
    hint: 'Omit the user option, and set KITH_API_KEY to that user’s key.',
  });
}

async function openRemote(baseUrl: string, settings: Settings, options = forPerson(baseUrl)): Promise<Client> {
  const { KITH_API_KEY: apiKey, KITH_ALLOW_HTTP: allowHttp, KITH_REDIS_URL: redisUrl } = settings;
  if (!apiKey) {
    throw new KithError('Unauthorized', 'KITH_BASE_URL is set, but KITH_API_KEY is not.', {
      hint: 'Set it to the key of your account there.',
    });
  }
  const { remoteClient } = await import('../../client/remote.ts');
  return remoteClient({ baseUrl, apiKey, allowHttp, redisUrl, ...options });
}

/** Opens the service for the local user, or for the user with this email. */
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
  /** State of the store in which the user was last found. */
  let seenAt: string | undefined;
  const stillThere = async () => {
    const mark = store.mark?.();
    if (mark !== undefined && mark === seenAt) return;
    await requireThere(store, user);
    seenAt = mark;
  };
  const client = inProcessClient(
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
    async webOrigin() {
      const { runningServer } = await import('../../identity/users/find-server.ts');
      return runningServer({ store, secret }, ({ hasWeb }) => hasWeb);
    },
    close: () => client.close(),
  };
}

/** The place of a process on the data folder. It serves no web app, but KITH_PUBLIC_URL can name the address of one. */
export const hereFor =
  ({ KITH_PUBLIC_URL: url }: Settings) =>
  () => ({ isLocal: true, origin: url && originIn(url) });

/** Returns a function that tells whether a value changed since its last call. */
function differences(read: () => unknown): () => boolean {
  let last = read();
  return () => {
    const before = last;
    last = read();
    return before !== last;
  };
}

/** Loads the logger on first use, because most processes never log. */
export const onFault = (id: string, error: unknown) =>
  void import('./log.ts').then(({ logFault }) => logFault(id, error));
