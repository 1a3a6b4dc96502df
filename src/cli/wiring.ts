import { KithError } from '../catalogue/error.ts';
import type { Client } from '../client/client.ts';
import { createClient } from '../client/create-client.ts';
import { inProcess, type Transport } from '../client/transport.ts';
import { dataDirectory, version } from './settings.ts';

// The only place, beside the tests, where the service meets the rest. What a start does not use loads later.

export interface OpenClient {
  client: Client;
  /** Where the embedded service keeps its data; undefined when the service is remote. */
  dataDir: string | undefined;
  close(): Promise<void>;
}

/** A client of the service that the environment names: a remote one, or the embedded one in this process. */
export async function openClient(environment = process.env): Promise<OpenClient> {
  const remote = environment.KITH_BASE_URL !== undefined;
  const transport = await (remote ? remoteTransport(environment) : embeddedTransport(environment));
  const client = createClient(transport);
  return { client, dataDir: remote ? undefined : dataDirectory(environment), close: () => client.close() };
}

async function remoteTransport({ KITH_BASE_URL = '', KITH_API_KEY }: NodeJS.ProcessEnv): Promise<Transport> {
  if (!URL.canParse(KITH_BASE_URL)) {
    throw new KithError('BadRequest', 'KITH_BASE_URL is not an address.', {
      hint: 'Give it as https://host or https://host/path.',
    });
  }
  if (!KITH_API_KEY) {
    throw new KithError('Unauthorized', 'KITH_BASE_URL is set, but KITH_API_KEY is not.', {
      hint: 'Set the key of your account there.',
    });
  }
  const { overHttp } = await import('../client/over-http.ts');
  return overHttp(KITH_BASE_URL, KITH_API_KEY);
}

async function embeddedTransport(environment: NodeJS.ProcessEnv): Promise<Transport> {
  const [{ openData }, { createService }, { localUser }] = await Promise.all([
    import('../service/data.ts'),
    import('../service/service.ts'),
    import('../service/users.ts'),
  ]);
  const { store, secret } = openData(
    dataDirectory(environment),
    environment.KITH_SECRET,
    environment.KITH_DATABASE_URL,
  );
  const user = await localUser(store, environment.KITH_USER);
  const caller = { user, permissions: 'write' } as const;
  const service = createService({ store, secret, version, authenticate: async () => caller, onFault });
  return inProcess(service.fetch, async () => {
    await service.idle();
    await store.close();
  });
}

/** The logger loads with the first fault: most processes never have one. */
const onFault = (id: string, error: unknown) => void import('./log.ts').then(({ logFault }) => logFault(id, error));
