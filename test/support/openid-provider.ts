import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Adapter, JWK, default as Provider } from 'oidc-provider';

/** The provider's claims about the user who signs in. */
interface Claims {
  email?: unknown;
  email_verified?: unknown;
}

/** An OpenID provider on a loopback port, made with oidc-provider, that signs everyone in without interaction. */
export interface TestProvider {
  issuer: string;
  /** Claims about the next user. */
  claims: Claims;
  /** Refuses the next user. */
  declines: boolean;
  /** Replaces one of its own responses. Undefined keeps it. */
  instead: (path: string) => string | undefined;
  /** The requested paths. */
  asked: string[];
  /** Registers kith at this origin, with a secret or as a public client. */
  register(origin: string, options?: { secret?: boolean }): Promise<void>;
  stop(): Promise<void>;
}

export const CLIENT = { KITH_OIDC_CLIENT_ID: 'kith', KITH_OIDC_CLIENT_SECRET: 'a secret of the tests, told to kith' };

const KEY_USE = { use: 'sig', alg: 'RS256' };
const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

/** The provider's JWKS, with an additional unused key. */
export const foreignKeys = (): string =>
  JSON.stringify({ keys: [{ ...newKey().publicKey.export({ format: 'jwk' }), ...KEY_USE }] });

interface ProviderOptions {
  /** Returns the claims in the token, not only from the userinfo endpoint. */
  inToken?: boolean;
}

export async function startProvider({ inToken = false }: ProviderOptions = {}): Promise<TestProvider> {
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let provider: Provider | undefined;
  const made: TestProvider = {
    issuer: origin,
    claims: {},
    declines: false,
    instead: () => undefined,
    asked: [],
    async register(kith, { secret = true } = {}) {
      provider = await makeProvider(made, kith, { inToken, secret });
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return made;

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { pathname } = new URL(incoming.url!, origin);
    made.asked.push(pathname);
    const instead = made.instead(pathname);
    if (instead !== undefined) return void outgoing.setHeader('content-type', 'application/json').end(instead);
    if (!provider) return void outgoing.writeHead(503).end();
    if (pathname.startsWith('/as-ever/')) return decide(provider, incoming, outgoing);
    await provider.callback()(incoming, outgoing);
  }

  async function decide(at: Provider, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { params } = await at.interactionDetails(incoming, outgoing);
    const grant = new at.Grant({ accountId: 'somebody', clientId: String(params.client_id) });
    grant.addOIDCScope(String(params.scope));
    const result = made.declines
      ? { error: 'access_denied' }
      : { login: { accountId: 'somebody' }, consent: { grantId: await grant.save() } };
    await at.interactionFinished(incoming, outgoing, result, { mergeWithLastSubmission: false });
  }
}

async function makeProvider(
  made: TestProvider,
  kith: string,
  { inToken, secret }: { inToken: boolean; secret: boolean },
): Promise<Provider> {
  const { warn, info } = console;
  Object.assign(console, { warn: () => {}, info: () => {} });
  try {
    const { Provider } = await import('oidc-provider');
    return new Provider(made.issuer, {
      adapter: memory(),
      clients: [
        {
          client_id: CLIENT.KITH_OIDC_CLIENT_ID,
          ...(secret ? { client_secret: CLIENT.KITH_OIDC_CLIENT_SECRET } : { token_endpoint_auth_method: 'none' }),
          redirect_uris: [`${kith}/sign-in/openid/callback`],
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
      ],
      jwks: { keys: [{ ...newKey().privateKey.export({ format: 'jwk' }), ...KEY_USE } as JWK] },
      cookies: { keys: ['a key of the tests'] },
      claims: { email: ['email', 'email_verified'] },
      conformIdTokenClaims: !inToken,
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => `/as-ever/${uid}` },
      findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ sub, ...(made.claims as object) }) }),
    });
  } finally {
    Object.assign(console, { warn, info });
  }
}

/** A separate instance, because all users in a process share the library's default. */
function memory() {
  const rows = new Map<string, Record<string, unknown>>();
  return (model: string): Adapter => {
    const key = (id: string) => `${model} ${id}`;
    const found = (fits: (row: Record<string, unknown>) => boolean) =>
      [...rows].find(([name, row]) => name.startsWith(`${model} `) && fits(row))?.[1];
    return {
      upsert: async (id, payload) => void rows.set(key(id), payload as Record<string, unknown>),
      find: async (id) => rows.get(key(id)),
      findByUid: async (uid) => found((row) => row.uid === uid),
      findByUserCode: async () => undefined,
      consume: async (id) => void Object.assign(rows.get(key(id)) ?? {}, { consumed: true }),
      destroy: async (id) => void rows.delete(key(id)),
      async revokeByGrantId(grantId) {
        for (const [name, row] of rows) if (row.grantId === grantId) rows.delete(name);
      },
    };
  };
}
