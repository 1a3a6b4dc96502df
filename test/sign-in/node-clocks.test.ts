import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, linkFor, newBrowser } from '../support/browser.ts';
import { consented } from '../support/oauth.ts';
import {
  authorization,
  codeForm,
  endGracePeriod,
  letIn,
  mcp,
  refreshForm,
  registered,
  token,
  toolCall,
} from '../support/oauth-wire.ts';
import { type RunningService, startService, temporaryFolder } from '../support/service.ts';

// Two nodes with different clocks share a database and a URL. A person uses one, and the app the other.

const CLOCK = fileURLToPath(new URL('../campaign/clock.cjs', import.meta.url));

describe.each([200, -200, 30_000, -30_000])('two nodes whose clocks are %i ms apart', (apart) => {
  const folder = temporaryFolder();
  let nodes: RunningService[];
  let front: Server;
  let origin: string;
  let browser: Browser;
  /** The node that serves a path. */
  let chosen: (path: string) => number;

  beforeAll(async () => {
    front = createServer((incoming, outgoing) => {
      const { port, hostname } = new URL(nodes[chosen(incoming.url!)]!.baseUrl);
      const { method, url: path, headers } = incoming;
      const passed = request({ port, hostname, method, path, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(outgoing);
      });
      incoming.pipe(passed);
    }).listen(0, '127.0.0.1');
    await once(front, 'listening');
    origin = `http://localhost:${(front.address() as AddressInfo).port}`;
    const env = { KITH_PUBLIC_URL: origin };
    const clock = { KITH_CAMPAIGN_CLOCK: String(apart), NODE_OPTIONS: `--require=${CLOCK}` };
    nodes = [await startService(folder.path, env), await startService(folder.path, { ...env, ...clock })];
    chosen = () => 0;
    const { email } = await nodes[0]!.user();
    browser = newBrowser(origin);
    await browser.send(await linkFor(nodes[0]!, email), []);
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    front.closeAllConnections();
    front.close();
    folder.remove();
  });

  const works = async (bearer: string) => (await mcp(origin, bearer, toolCall('count_contacts'))).status;

  test.each([0, 1])('connect an app when the person uses node %i', async (answering) => {
    chosen = (path) => (/^\/authorize/.test(path) ? answering : 1 - answering);
    const host = await registered(origin);
    const tokens = await letIn(host, browser);
    expect(await works(tokens.access_token)).toBe(200);
  });

  test.each([0, 1])('let two windows refresh at once, and end the grant when node %i sees a copy', async (last) => {
    chosen = () => 1 - last;
    const host = await registered(origin);
    const { refresh_token: shared } = await letIn(host, browser);
    let turn = 0;
    chosen = () => turn++ % 2;
    const answers = await Promise.all([0, 1].map(() => token(origin, refreshForm(host, shared))));
    for (const { status, body } of answers) expect([status, await works(body.access_token)]).toEqual([200, 200]);
    chosen = () => 1 - last;
    const { body: latest } = await token(origin, refreshForm(host, answers[0]!.body.refresh_token));
    await endGracePeriod(nodes[0]!);
    chosen = () => last;
    const copied = await token(origin, refreshForm(host, answers[0]!.body.refresh_token));
    expect(copied).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await works(latest.access_token)).toBe(401);
  });

  test.each([0, 1])('end the grant when node %i sees a code again', async (last) => {
    chosen = () => 1 - last;
    const host = await registered(origin);
    const { url, verifier } = authorization(host);
    const code = (await consented(browser, url)).searchParams.get('code')!;
    const { body } = await token(origin, codeForm(host, code, verifier));
    chosen = () => last;
    expect((await token(origin, codeForm(host, code, verifier))).status).toBe(400);
    expect(await works(body.access_token)).toBe(401);
  });
});
