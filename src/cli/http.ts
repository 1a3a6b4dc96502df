import { createHash, timingSafeEqual } from 'node:crypto';
import { parseArgs } from 'node:util';
import { KithError } from '../catalogue/error.ts';
import { filterFlags, offerOfProcess } from '../mcp/filters.ts';
import type { McpCaller } from '../mcp/http.ts';
import { isLoopback } from '../mcp/http-guard.ts';
import { localNotices } from '../mcp/notices.ts';
import { otherProcesses, withOthers } from '../mcp/other-processes.ts';
import { listen, listenOptions, portNumber } from './listen.ts';
import { type Answer, inUrl, mcpRoutes, unauthorized } from './mcp-endpoint.ts';
import { observation } from './observers.ts';
import { LOCAL_USER, openLater } from './open-later.ts';

/** `kith http`: MCP over streamable HTTP at /mcp, for the local user, until SIGTERM. */
export async function runHttp(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { ...listenOptions('8333'), ...filterFlags } });
  const port = portNumber(values.port);
  const offer = offerOfProcess(values);
  const token = process.env.KITH_HTTP_TOKEN || undefined;
  if (!token && !isLoopback(inUrl(values.host))) {
    throw new KithError('BadRequest', `${values.host} can be reached from outside, and KITH_HTTP_TOKEN is not set.`, {
      hint: 'Set it to a long random text that callers send as their bearer token, or listen on 127.0.0.1.',
    });
  }
  const notices = localNotices();
  const observed = await observation('http');
  const service = openLater(notices);
  const caller: McpCaller = { userId: LOCAL_USER, client: service.client, stillAllowed: async () => true };
  const mcp = mcpRoutes(
    {
      notices: withOthers(notices, otherProcesses(service.changedElsewhere)),
      offer,
      observer: observed?.observer,
      host: values.host,
      keyed: token !== undefined,
    },
    (endpoint) => async (request) => {
      if (token && !bears(request, token))
        return unauthorized(request, 'Send KITH_HTTP_TOKEN as Authorization: Bearer.');
      return endpoint.fetch(request, caller);
    },
  );
  const fetch: Answer = async (request, address) => mcp.route(request, address) ?? nothingThere();
  await listen(fetch, port, values.host, mcp.endStreams);
  await mcp.close();
  await Promise.all([service.close(), observed?.close()]);
  return 0;
}

const nothingThere = () =>
  Response.json({ error: { code: 'NotFound', message: 'There is nothing here; MCP is at /mcp.' } }, { status: 404 });

/** Compared by hash: the time it takes tells nothing of either text. */
function bears(request: Request, token: string): boolean {
  const sent = /^Bearer +(.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return sent !== undefined && timingSafeEqual(hash(sent), hash(token));
}
