import type { Origin, OriginResponse } from '../../shared/http/origin.ts';
import { CrossOriginError } from '../../shared/http/same-origin.ts';
import type { Finding } from './findings.ts';
import { parsed, TIMEOUT_MS } from './reach.ts';

/** A document or challenge in which apps read kith's names, and the expected values. */
interface MetadataCheck {
  path: string;
  request?: { method: string; headers: Record<string, string>; body: string };
  /** The expected status. */
  status: number;
  names: { what: string; expected: string; in(answer: OriginResponse): unknown }[];
}

const RESOURCE_METADATA = '/.well-known/oauth-protected-resource/mcp';

const field = (name: string) => (answer: OriginResponse) => parsed(answer.text)?.[name];

const checksFor = (origin: string, resource: string): MetadataCheck[] => [
  {
    path: '/.well-known/oauth-authorization-server',
    status: 200,
    names: [{ what: 'the issuer', expected: origin, in: field('issuer') }],
  },
  {
    path: RESOURCE_METADATA,
    status: 200,
    names: [
      { what: 'the resource', expected: resource, in: field('resource') },
      {
        what: 'the authorization server',
        expected: origin,
        in: (answer) => [field('authorization_servers')(answer)].flat()[0],
      },
    ],
  },
  {
    path: new URL(resource).pathname,
    // An app's first request, without a key.
    request: {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    },
    status: 401,
    names: [
      {
        what: 'its metadata document',
        expected: origin + RESOURCE_METADATA,
        in: ({ header }) => /\bresource_metadata="([^"]*)"/.exec(header('www-authenticate') ?? '')?.[1],
      },
    ],
  },
];

/** Checks that each document and challenge matches KITH_PUBLIC_URL exactly. Apps compare byte by byte. */
export async function checkNames(at: Origin, origin: string, resource: string): Promise<Finding[]> {
  const found = await Promise.all(checksFor(origin, resource).map((place) => checkPlace(at, place)));
  return found.flat();
}

const PASS_ALL =
  'Configure the proxy to forward every path unchanged to kith serve, including those under /.well-known.';

async function checkPlace(at: Origin, { path, request, status, names }: MetadataCheck): Promise<Finding[]> {
  const { origin } = at.base;
  const problem = (what: string, todo: string): Finding => ({ state: 'problem', what: origin + path + what, todo });
  let answer: OriginResponse;
  try {
    answer = await at.send(path, { ...request, timeoutMs: TIMEOUT_MS });
  } catch (error) {
    const to =
      error instanceof CrossOriginError ? ` redirects to ${error.address ?? error.origin}.` : ' does not respond.';
    return [problem(to, PASS_ALL)];
  }
  if (answer.status === 404) return [problem(' does not exist (HTTP 404).', PASS_ALL)];
  const restart = `Start kith serve with KITH_PUBLIC_URL=${origin}. If it is set, the proxy must forward responses unchanged.`;
  if (answer.status !== status) {
    return [problem(` responds with HTTP ${answer.status}, but apps expect ${status}.`, restart)];
  }
  return names.flatMap(({ what, expected, in: read }) => {
    const name = read(answer);
    if (name === expected) return [];
    const found = typeof name === 'string' ? `names ${what} "${name}"` : `does not name ${what}`;
    return [problem(` ${found}, which must be "${expected}".`, restart)];
  });
}
