import { randomUUID } from 'node:crypto';
import type { Caller } from '../../src/identity/users/caller.ts';
import { localUser } from '../../src/identity/users/users.ts';
import { saveAccount } from '../../src/providers/accounts/connect.ts';
import type { Capability } from '../../src/providers/content/account.ts';
import type { CallLimits } from '../../src/providers/requests/call.ts';
import { endpointsFrom } from '../../src/providers/requests/endpoints.ts';
import { type Data, openData } from '../../src/service/data/open-data.ts';
import { createService, type Service } from '../../src/service/service.ts';
import { engineSettings } from './engine.ts';
import type { FakeAccount } from './providers/data.ts';
import { FakeProviders } from './providers/fake-providers.ts';
import { type Answer, type Api, temporaryFolder } from './service.ts';
import { type VirtualClock, virtualClock } from './virtual-clock.ts';

const SCOPES = {
  GOOGLE: 'gmail.readonly calendar.events calendar.calendarlist.readonly',
  OFFICE365: 'User.Read Mail.Read Calendars.ReadWrite Calendars.Read.Shared',
};
const ALL: Capability[] = ['read_email', 'read_calendar', 'write_calendar'];

export interface AgendaRig {
  fake: FakeProviders;
  /** The clock of the service and the providers. */
  clock: VirtualClock;
  api: Api;
  service: Service;
  /** The user. */
  caller: Caller;
  data: Data;
  dataDir: string;
  userId: string;
  /** Every internal error that the service reported. */
  faults: unknown[];
  /** Connects an account as `kith connect` does. */
  connect(account: FakeAccount, capabilities?: Capability[]): Promise<void>;
  /** The same with tokens from another server. */
  connectWith(account: Pick<FakeAccount, 'provider' | 'email'>, accessToken: string): Promise<void>;
  /** Another process on the same data, with its own memory. */
  beside(): Promise<{ api: Api; close(): Promise<void> }>;
  stop(): Promise<void>;
}

/**
 * The service in this process, and the providers on a loopback port. Requests and their retries are real, and `clock`
 * measures their time. `googleUrl` is another server in Google's place.
 */
export async function agendaRig(
  limits: Partial<CallLimits> = {},
  googleUrl?: string,
  now?: () => Date,
): Promise<AgendaRig> {
  const folder = temporaryFolder();
  const clock = virtualClock();
  const fake = await new FakeProviders(clock.now).start();
  const endpoints = endpointsFrom({ KITH_GOOGLE_URL: googleUrl ?? fake.url, KITH_MICROSOFT_URL: fake.url });
  const faults: unknown[] = [];
  const open = async () => {
    const { KITH_SECRET, KITH_DATABASE_URL } = await engineSettings(folder.path);
    const data = openData(folder.path, KITH_SECRET ?? 'a secret of the tests, thirty-two long', KITH_DATABASE_URL);
    const user = await localUser(data.store);
    const caller: Caller = { user: { ...user, time_zone: 'Europe/Berlin' }, permissions: 'write' };
    const service = createService({
      ...data,
      ...(now && { now }),
      version: 'test',
      authenticate: async () => caller,
      onFault: (_, error) => faults.push(error),
      // The clock may jump while an account is read, such as to a list's timeout.
      agenda: { endpoints, limits: { patienceMs: Number.POSITIVE_INFINITY, ...limits }, clock },
    });
    return { data, user, service, caller, api: apiIn(service.fetch) };
  };
  const first = await open();
  type Tokens = Record<'accessToken' | 'refreshToken', string> & { expires: number };
  const save = async (
    { provider, email }: Pick<FakeAccount, 'provider' | 'email'>,
    { expires: expiresAt, accessToken, refreshToken }: Tokens,
    capabilities: Capability[],
  ): Promise<void> => {
    const credentials = { kind: 'oauth', clientId: 'client', refreshToken, accessToken, expiresAt } as const;
    await saveAccount(first.data, first.user.user_id, { provider, email, capabilities, credentials });
  };
  return {
    fake,
    clock,
    api: first.api,
    service: first.service,
    caller: first.caller,
    data: first.data,
    dataDir: folder.path,
    userId: first.user.user_id,
    faults,
    async connect(account, capabilities = ALL) {
      if (!fake.accounts.includes(account)) fake.accounts.push(account);
      await save(account, fake.oauth.grant(account, SCOPES[account.provider]), capabilities);
    },
    connectWith: (account, accessToken) =>
      save(account, { accessToken, refreshToken: 'none', expires: Date.now() + 3_600_000 }, ALL),
    async beside() {
      const other = await open();
      return { api: other.api, close: () => other.data.store.close() };
    },
    async stop() {
      await first.data.store.close();
      await fake.stop();
      clock.stop();
      folder.remove();
    },
  };
}

function apiIn(send: (request: Request) => Promise<Response>): Api {
  const call: Api['call'] = async (method, path, body, { key, headers } = {}): Promise<Answer> => {
    const idempotencyKey = key === undefined && method !== 'GET' ? randomUUID() : key;
    const response = await send(
      new Request(`http://kith.local${path}`, {
        method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  return {
    call,
    get: (path, options) => call('GET', path, undefined, options),
    post: (path, body, options) => call('POST', path, body ?? {}, options),
  };
}
