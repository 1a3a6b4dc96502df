import type { Origin, OriginResponse } from '../../shared/http/origin.ts';
import { CrossOriginError } from '../../shared/http/same-origin.ts';
import type { Finding } from './findings.ts';
import { parsed, TIMEOUT_MS } from './reach.ts';

/** Where hosts read names of kith, and which must stand there. */
interface Place {
  path: string;
  request?: { method: string; headers: Record<string, string>; body: string };
  /** The status of an answer that names it. */
  status: number;
  names: { what: string; expected: string; in(answer: OriginResponse): unknown }[];
}

const RESOURCE_METADATA = '/.well-known/oauth-protected-resource/mcp';

const field = (name: string) => (answer: OriginResponse) => parsed(answer.text)?.[name];

const placesOf = (origin: string, resource: string): Place[] => [
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
    // What a host sends first, without a key.
    request: {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    },
    status: 401,
    names: [
      {
        what: 'the document about itself',
        expected: origin + RESOURCE_METADATA,
        in: ({ header }) => /\bresource_metadata="([^"]*)"/.exec(header('www-authenticate') ?? '')?.[1],
      },
    ],
  },
];

/** Whether each document and challenge names kith as KITH_PUBLIC_URL does: hosts compare byte by byte, and give up. */
export async function checkNames(at: Origin, origin: string, resource: string): Promise<Finding[]> {
  const found = await Promise.all(placesOf(origin, resource).map((place) => checkPlace(at, place)));
  return found.flat();
}

const PASS_ALL = 'Let the proxy pass every path on to kith serve, those under /.well-known too, and as they are.';

async function checkPlace(at: Origin, { path, request, status, names }: Place): Promise<Finding[]> {
  const { origin } = at.base;
  const problem = (what: string, todo: string): Finding => ({ state: 'problem', what: origin + path + what, todo });
  let answer: OriginResponse;
  try {
    answer = await at.send(path, { ...request, timeoutMs: TIMEOUT_MS });
  } catch (error) {
    const to =
      error instanceof CrossOriginError ? ` redirects to ${error.address ?? error.origin}.` : ' does not answer.';
    return [problem(to, PASS_ALL)];
  }
  if (answer.status === 404) return [problem(' is not there (HTTP 404).', PASS_ALL)];
  const restart = `Start kith serve with KITH_PUBLIC_URL=${origin}. If it has that, what stands before it must pass its answers on as they are.`;
  if (answer.status !== status) {
    return [problem(` answers with HTTP ${answer.status}, where hosts expect ${status}.`, restart)];
  }
  return names.flatMap(({ what, expected, in: read }) => {
    const name = read(answer);
    if (name === expected) return [];
    const told = typeof name === 'string' ? `names ${what} "${name}"` : `does not name ${what}`;
    return [problem(` ${told}, which must be "${expected}".`, restart)];
  });
}
