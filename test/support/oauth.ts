import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernHttp,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LegacyHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Browser } from './browser.ts';
import { WITHOUT_DEADLINE } from './mcp.ts';

/**
 * An app as the official SDK implements it: it registers or names its document, sends the user to sign in, and keeps
 * tokens.
 */
interface OAuthHost {
  provider: OAuthClientProvider;
  /** The last authorization URL. */
  sentTo(): URL | undefined;
  tokens(): StoredOAuthTokens | undefined;
  /** As after a restart that kept only the registration, or with other tokens. */
  setTokens(tokens: StoredOAuthTokens | undefined): void;
  information(): StoredOAuthClientInformation | undefined;
}

interface HostOptions {
  redirect?: string;
  /** The URL of a client ID metadata document. */
  document?: string;
  scope?: string;
  name?: string;
}

export function oauthHost({
  redirect = 'http://127.0.0.1:9/callback',
  document,
  scope,
  name,
}: HostOptions = {}): OAuthHost {
  let information: StoredOAuthClientInformation | undefined;
  let tokens: StoredOAuthTokens | undefined;
  let verifier = '';
  let discovered: OAuthDiscoveryState | undefined;
  let sentTo: URL | undefined;
  const provider: OAuthClientProvider = {
    redirectUrl: redirect,
    ...(document && { clientMetadataUrl: document }),
    clientMetadata: {
      client_name: name ?? 'A host of tests',
      redirect_uris: [redirect],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      ...(scope && { scope }),
    },
    clientInformation: () => information,
    saveClientInformation(saved) {
      information = saved;
    },
    tokens: () => tokens,
    saveTokens(saved) {
      tokens = saved;
    },
    redirectToAuthorization(url) {
      sentTo = url;
    },
    saveCodeVerifier(text) {
      verifier = text;
    },
    codeVerifier: () => verifier,
    saveDiscoveryState(saved) {
      discovered = saved;
    },
    discoveryState: () => discovered,
    invalidateCredentials(what) {
      if (what === 'all' || what === 'client') information = undefined;
      if (what === 'all' || what === 'tokens') tokens = undefined;
      if (what === 'all' || what === 'discovery') discovered = undefined;
    },
  };
  return {
    provider,
    sentTo: () => sentTo,
    tokens: () => tokens,
    setTokens(set) {
      tokens = set;
    },
    information: () => information,
  };
}

type CallTool = (
  name: string,
  args?: Record<string, unknown>,
) => Promise<{ isError?: boolean | undefined; structuredContent?: unknown }>;

/** An app's connection. `signIn` receives the authorization URL and returns the code. */
interface HostConnection {
  call: CallTool;
  close(): Promise<void>;
}

export type Connect = (url: string, host: OAuthHost, signIn: SignIn) => Promise<HostConnection>;

/** The SDK's clients, as an app uses them: connect, redirect to the sign-in, finish, connect again. */
export const GENERATIONS: Record<string, Connect> = {
  '2.x': connectModern('auto'),
  '2.x for 2026-07-28': connectModern({ pin: '2026-07-28' }),
  '2.x for initialize': connectModern('legacy'),
  '1.x': connectLegacy,
};

type Mode = 'auto' | 'legacy' | { pin: string };

/** Answers as a user at the authorization URL. Returns the redirect to the app. */
export type SignIn = (url: URL) => Promise<URLSearchParams>;

export interface Answer {
  /** Granted scopes besides reading. */
  scopes?: string[];
  answer?: 'allow' | 'deny';
}

/** Reads and answers the consent page as the browser's user. Returns the redirect. */
export async function consented(browser: Browser, url: URL | string, { scopes, answer }: Answer = {}): Promise<URL> {
  const page = await browser.open(url);
  if (page.status !== 200) throw new Error(`no page of consent, but ${page.status}: ${page.text}`);
  const given = scopes ?? ['kith:write', 'kith:delete', 'kith:agenda'];
  const sent = await browser.send(page.url, [
    ['answer', answer ?? 'allow'],
    ...given.map((scope): [string, string] => ['scope', scope]),
  ]);
  if (sent.status !== 303) throw new Error(`not sent back, but ${sent.status}: ${sent.text}`);
  return new URL(sent.headers.get('location')!);
}

function connectModern(mode: Mode): Connect {
  return (...call) => connectInMode(mode, ...call);
}

async function connectInMode(mode: Mode, url: string, host: OAuthHost, signIn: SignIn): Promise<HostConnection> {
  const info = { name: 'kith-test', version: '1' };
  const attempt = async () => {
    const client = new ModernClient(info, { versionNegotiation: { mode } });
    const transport = new ModernHttp(new URL(url), { authProvider: host.provider });
    return { client, transport };
  };
  const first = await attempt();
  try {
    await first.client.connect(first.transport, WITHOUT_DEADLINE);
    return connection(first);
  } catch (error) {
    if (!/unauthorized/i.test(`${(error as Error).name} ${(error as Error).message}`)) throw error;
    await first.transport.finishAuth(await signIn(host.sentTo()!));
    const second = await attempt();
    await second.client.connect(second.transport, WITHOUT_DEADLINE);
    return connection(second);
  }
  function connection({ client, transport }: Awaited<ReturnType<typeof attempt>>): HostConnection {
    return {
      async call(name, args = {}) {
        try {
          return await client.callTool({ name, arguments: args }, WITHOUT_DEADLINE);
        } catch (error) {
          if (!/unauthorized/i.test(`${(error as Error).name} ${(error as Error).message}`)) throw error;
          await transport.finishAuth(await signIn(host.sentTo()!));
          return client.callTool({ name, arguments: args }, WITHOUT_DEADLINE);
        }
      },
      close: () => client.close(),
    };
  }
}

async function connectLegacy(url: string, host: OAuthHost, signIn: SignIn): Promise<HostConnection> {
  const info = { name: 'kith-test', version: '1' };
  const attempt = () => ({
    client: new LegacyClient(info),
    transport: new LegacyHttp(new URL(url), { authProvider: host.provider as never }),
  });
  const first = attempt();
  try {
    await first.client.connect(first.transport as never, WITHOUT_DEADLINE);
    return connection(first.client);
  } catch (error) {
    if (!/unauthorized/i.test(`${(error as Error).name} ${(error as Error).message}`)) throw error;
    await first.transport.finishAuth((await signIn(host.sentTo()!)).get('code')!);
    const second = attempt();
    await second.client.connect(second.transport as never, WITHOUT_DEADLINE);
    return connection(second.client);
  }
  function connection(client: LegacyClient): HostConnection {
    return {
      call: (name, args = {}) => client.callTool({ name, arguments: args }, undefined, WITHOUT_DEADLINE) as never,
      close: () => client.close(),
    };
  }
}
