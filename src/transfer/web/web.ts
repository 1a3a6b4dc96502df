import { Agent, type Dispatcher } from 'undici';
import { KithError } from '../../catalogue/error.ts';
import { isLoopback } from '../../client/loopback.ts';
import { pause } from '../../client/wait.ts';

// How an import reads from a service of somebody else's: one host, over TLS, patiently, and nothing of what is secret
// or of what was read in any message.

export interface WebRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface WebAnswer {
  status: number;
  /** Where the answer came from, after redirects. */
  url: URL;
  header(name: string): string | undefined;
  text: string;
}

export interface Web {
  base: URL;
  /** Answers of any status but those of a busy server, which are waited for and tried again. */
  send(url: URL, request?: WebRequest): Promise<WebAnswer>;
  close(): Promise<void>;
}

export interface WebOptions {
  /** For each try anew: what signs a request may follow from it. */
  authorization(method: string, url: URL): string | undefined;
  /** Takes the challenge of a 401; true when another try can do better. */
  learn?(challenge: string): boolean;
  allowHttp?: boolean;
  signal?: AbortSignal | undefined;
  /** Told when a wait is long enough to wonder. */
  onWait?(seconds: number): void;
}

const MOST_REDIRECTS = 5;
const TRIES = 5;
const LARGEST_ANSWER = 64 * 2 ** 20;
const PATIENCE_MS = 120_000;
const LONGEST_WAIT_S = 300;
const BUSY = [429, 500, 502, 503, 504];
const REDIRECTS = [301, 302, 303, 307, 308];

/** Opens the way to the service at an address. Throws a KithError for an address that cannot be used. */
export function openWeb(address: string, options: WebOptions): Web {
  const base = readAddress(address, options.allowHttp ?? false);
  const agent = new Agent({ maxResponseSize: LARGEST_ANSWER });
  return {
    base,
    close: () => agent.close(),
    async send(url, request = {}) {
      for (let tries = 1; ; tries++) {
        const answer = await follow(agent, url, request, options).catch((error) => failed(error, url, tries, options));
        if (answer?.status === 401 && tries < TRIES && options.learn?.(answer.header('www-authenticate') ?? ''))
          continue;
        const busy = answer === undefined || BUSY.includes(answer.status);
        if (!busy) return answer;
        if (tries === TRIES) throw unavailable(url, answer?.status);
        const asked = Number(answer?.header('retry-after') ?? Number.NaN);
        const seconds = Math.min(asked >= 0 ? asked : 2 ** tries, LONGEST_WAIT_S);
        if (seconds > 5) options.onWait?.(seconds);
        await pause(seconds * 1_000, [options.signal]);
      }
    },
  };
}

function readAddress(address: string, allowHttp: boolean): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new KithError('BadRequest', `${address} is not an address of the web.`, { hint: 'Give it as https://host.' });
  }
  if (url.username || url.password) {
    throw new KithError('BadRequest', 'The address must not hold a user or a password.', {
      hint: 'Give the user with --user; the password is asked for, or taken from KITH_IMPORT_PASSWORD.',
    });
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !allowHttp) {
    throw new KithError('BadRequest', `${url.host} would be asked over http://, where all can read it.`, {
      hint: 'Use https://, or set KITH_ALLOW_HTTP=1 if the network between is your own.',
    });
  }
  return url;
}

/** A cut connection is worth another try; anything else is told. */
function failed(error: unknown, url: URL, tries: number, { signal }: WebOptions): undefined {
  if (error instanceof KithError) throw error;
  signal?.throwIfAborted();
  if (tries < TRIES && (error as { code?: string }).code !== 'ENOTFOUND') return undefined;
  const { code = (error as Error).name } = error as { code?: string };
  throw new KithError('ServiceUnavailable', `${url.host} could not be reached (${code}).`, { cause: error });
}

const unavailable = (url: URL, status: number | undefined): KithError =>
  new KithError('ServiceUnavailable', `${url.host} does not answer${status ? ` but with status ${status}` : ''}.`, {
    hint: 'Try again later: what is there already is found again.',
  });

/** Follows redirects on the host alone: who answers there must not send a password elsewhere. */
async function follow(agent: Agent, from: URL, request: WebRequest, options: WebOptions): Promise<WebAnswer> {
  let url = from;
  for (let hops = 0; ; hops++) {
    const answer = await exchange(agent, url, request, options);
    if (!REDIRECTS.includes(answer.status)) return answer;
    const target = sameHost(url, answer.header('location') ?? '');
    if (hops === MOST_REDIRECTS) throw new KithError('BadRequest', `${url.host} redirects without end.`);
    url = target;
  }
}

/** An address that a service names, on the same host. Throws, naming the other one, when it is elsewhere. */
export function sameHost(here: URL, reference: string): URL {
  const there = URL.canParse(reference, here.href) ? new URL(reference, here) : undefined;
  if (!there) throw new KithError('BadRequest', `${here.host} names an address that is none.`);
  const safe = there.origin === here.origin || (there.hostname === here.hostname && there.protocol === 'https:');
  if (safe) return there;
  throw new KithError('BadRequest', `${here.host} points to another host, ${there.origin}.`, {
    hint: `If you trust it, import from ${there.origin}${there.pathname} itself.`,
  });
}

async function exchange(agent: Agent, url: URL, request: WebRequest, options: WebOptions): Promise<WebAnswer> {
  const { method = 'GET', headers, body } = request;
  const authorization = options.authorization(method, url);
  const late = AbortSignal.timeout(PATIENCE_MS);
  const answer = await agent.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method: method as Dispatcher.HttpMethod,
    headers: { 'user-agent': 'kith', ...headers, ...(authorization && { authorization }) },
    signal: options.signal ? AbortSignal.any([options.signal, late]) : late,
    ...(body !== undefined && { body }),
  });
  const text = await answer.body.text();
  const header = (name: string) => [answer.headers[name] ?? []].flat().join(', ') || undefined;
  return { status: answer.statusCode, url, header, text };
}
