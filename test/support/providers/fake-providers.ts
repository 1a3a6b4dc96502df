import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { neverAnswered } from '../virtual-clock.ts';
import { isEarly, type WireTimes, watchWire } from '../wire-times.ts';
import type { FakeAccount } from './data.ts';
import { answerGoogle } from './fake-google.ts';
import { answerGraph } from './fake-graph.ts';
import { FakeOAuth } from './fake-oauth.ts';
import type { Fault, FaultPlan, SeenRequest } from './faults.ts';
import { checkAnswer, checkRequest } from './schemas/check.ts';

export interface Reply {
  status?: number;
  json?: unknown;
  units?: number;
  /** Number of notified people. */
  invited?: number;
}

const GRAPH_CONCURRENCY = 4;

/** Google, Graph, and both sign-ins on one loopback port. Enforces the providers' rules, and counts. */
export class FakeProviders {
  readonly accounts: FakeAccount[] = [];
  readonly oauth = new FakeOAuth();
  readonly seen: SeenRequest[] = [];
  /** Violations that a real provider would have reported. */
  readonly violations: string[] = [];
  plan: FaultPlan = () => undefined;
  /** Checks every response before it is sent. */
  check: (seen: SeenRequest, reply: Reply) => void = () => {};
  /** A response waits here before it is sent. The request has already taken effect. */
  hold: (seen: SeenRequest) => Promise<void> | undefined = () => undefined;
  latency = 0;
  pageLimit: number | undefined;
  units = 0;
  invited = 0;
  /** The account whose device signs in with a code. */
  deviceOwner = '';
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #busy = new Map<string, number>();
  readonly #watchers = new Set<(seen: SeenRequest) => void>();
  readonly #wire;
  /** Responses that asked to wait, by account. */
  readonly #rests = new Map<string, { times: WireTimes; ms: number }>();

  /** `now` is the client's clock. */
  constructor(now?: () => number) {
    this.#wire = watchWire(now);
  }

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#wire.stop();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Resolves once the next matching request has arrived. Its response may come later. */
  until(fits: (seen: SeenRequest) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const arrived = (seen: SeenRequest): void => {
        if (!fits(seen)) return;
        this.#watchers.delete(arrived);
        resolve();
      };
      this.#watchers.add(arrived);
    });
  }

  count(fits: (seen: SeenRequest) => boolean): number {
    return this.seen.filter(fits).length;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await bodyOf(request);
    const url = new URL(request.url!, this.url);
    const form = request.headers['content-type']?.includes('urlencoded');
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const email = this.oauth.grants.find(({ accessToken }) => accessToken === token)?.email;
    const body = form ? new URLSearchParams(text) : text === '' ? undefined : JSON.parse(text);
    const prefer = request.headers.prefer as string | undefined;
    const seen: SeenRequest = {
      method: request.method!,
      path: url.pathname,
      query: url.searchParams,
      email,
      body,
      prefer,
    };
    this.seen.push(seen);
    this.#held(() => checkRequest(seen));
    const fault = this.plan(seen);
    const times = this.#wire.timesOf(request.headers);
    const busy = this.#enter(seen, times);
    if (this.latency > 0) await sleep(this.latency);
    for (const arrived of this.#watchers) arrived(seen);
    try {
      if (fault && !(fault.kind === 'reset' && fault.after)) {
        await this.hold(seen);
        const ms = fault.kind === 'status' && typeof fault.retryAfter === 'number' && fault.retryAfter * 1000;
        if (ms && email) this.#rests.set(email, { times, ms });
        await this.#fail(fault, request, response);
      } else {
        const reply = busy ?? this.#answer(seen, token);
        this.units += reply.units ?? 0;
        this.invited += reply.invited ?? 0;
        if ((reply.status ?? 200) < 300) {
          this.#held(() => checkAnswer(seen, reply.json));
          this.check(seen, reply);
        }
        await this.hold(seen);
        if (fault) request.socket.destroy();
        else send(response, reply);
      }
    } catch (error) {
      this.violations.push(String(error));
      send(response, { status: 500, json: {} });
    } finally {
      if (email) this.#busy.set(email, (this.#busy.get(email) ?? 1) - 1);
    }
  }

  #held(check: () => void): void {
    try {
      check();
    } catch (error) {
      this.violations.push(String(error));
    }
  }

  /** Counts concurrent requests, and those that come back too early. */
  #enter({ path, email }: SeenRequest, times: WireTimes): Reply | undefined {
    if (!email) return undefined;
    const busy = (this.#busy.get(email) ?? 0) + 1;
    this.#busy.set(email, busy);
    const rest = this.#rests.get(email);
    if (rest && isEarly(times, rest.times, rest.ms)) this.violations.push(`${path} came before Retry-After`);
    if (!path.startsWith('/v1.0') || busy <= GRAPH_CONCURRENCY) return undefined;
    this.violations.push('five at once');
    return { status: 429, json: { error: { code: 'MailboxConcurrency' } } };
  }

  #answer(seen: SeenRequest, token: string | undefined): Reply {
    const { path, body, method } = seen;
    if (path.endsWith('/token')) return this.oauth.token(body as URLSearchParams);
    if (path.endsWith('/devicecode')) return this.oauth.device(body as URLSearchParams, this.deviceOwner);
    if (path === '/revoke') {
      const given = (body as URLSearchParams).get('token');
      const grant = this.oauth.grants.find(({ refreshToken }) => refreshToken === given);
      if (grant) this.oauth.revoke(grant.email);
      return grant ? { json: {} } : { status: 400, json: { error: 'invalid_token' } };
    }
    const grant = this.oauth.ownerOf(token);
    const account = this.accounts.find(({ email }) => email === grant?.email);
    if (!grant || !account) return { status: 401, json: { error: { code: 401, message: 'Invalid Credentials' } } };
    if (!mayDo(grant.scope, path, method))
      return { status: 403, json: { error: { code: 403, errors: [{ reason: 'insufficientPermissions' }] } } };
    return account.provider === 'GOOGLE'
      ? answerGoogle(account, seen, this.pageLimit)
      : answerGraph(account, seen, this.url, this.pageLimit);
  }

  async #fail(fault: Fault, { headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    if (fault.kind === 'reset') response.socket?.destroy();
    else if (fault.kind === 'redirect') response.writeHead(fault.status, { location: fault.location }).end();
    else if (fault.kind === 'hang') {
      neverAnswered(headers);
      await once(response, 'close');
    } else if (fault.kind === 'cut') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 500 });
      response.write('{"value": [');
      await sleep(1);
      response.destroy();
    } else if (fault.kind === 'not json') response.end('{"value": [');
    else if (fault.kind === 'html')
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>');
    else if (fault.kind === 'huge') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 2 ** 31 }).write('{"value": [');
      neverAnswered(headers);
      await once(response, 'close');
    } else {
      const { status, retryAfter, reason, domain = 'usageLimits' } = fault;
      const errors = reason ? { errors: [{ reason, domain }] } : {};
      send(response, { status, json: { error: { code: status, ...errors } } }, retryAfter);
    }
  }
}

function mayDo(scope: string, path: string, method: string): boolean {
  const has = (name: string) => scope.split(' ').some((one) => one.endsWith(name));
  if (path.startsWith('/gmail')) return has('gmail.readonly');
  if (path.startsWith('/calendar/v3/users')) return has('calendar.calendarlist.readonly');
  if (path.startsWith('/calendar'))
    return has('calendar.events') || (method === 'GET' && has('calendar.events.readonly'));
  if (path === '/v1.0/me') return has('User.Read');
  if (/\/(messages|mailFolders)/.test(path)) return has('Mail.Read');
  return has('Calendars.ReadWrite') || (method === 'GET' && has('Calendars.Read'));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function send(response: ServerResponse, { status = 200, json }: Reply, retryAfter?: number | string): void {
  const headers = {
    'content-type': 'application/json',
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  };
  response.writeHead(status, headers).end(json === undefined ? undefined : JSON.stringify(json));
}
