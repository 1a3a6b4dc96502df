import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSync } from 'esbuild';
import type { Browser, Frame, Page } from 'playwright-core';
import { watchedPage } from './chromium.ts';
import type { TestClient, ToolReply } from './mcp.ts';

/** The interface that a view host needs from its client. */
export type HostClient = Pick<TestClient, 'call' | 'read' | 'readBytes' | 'listTools'>;

/** Permissions that a client gives its views. */
export const ALL = {
  serverTools: {},
  serverResources: {},
  updateModelContext: { text: {} },
  openLinks: {},
  message: { text: {} },
};
export const NONE = {};

interface ViewHost {
  page: Page;
  /** A view's console errors and policy violations. */
  complaints: string[];
  /** Messages to the model, opened links, and requested display modes. */
  told: { kind: string; value: unknown }[];
  /** Calls made by views. */
  calls: { name: string; args: Record<string, unknown> }[];
  /** Calls a tool as a model does, and shows its view. */
  show(name: string, args?: Record<string, unknown>): Promise<Frame>;
  /** Changes the context that the client gave the view. */
  change(context: object): Promise<void>;
  /** From now on, views may call nothing: the method is unknown. */
  refuse(): void;
  /** Shows any result. */
  showResult(result: object, args?: Record<string, unknown>): Promise<Frame>;
}

interface HostOptions {
  capabilities?: object;
  context?: object;
  /** Where the client reads a view's URI: only from the older key, for clients that know no other. */
  key?: 'ui' | 'flat';
}

/** A client page in a browser, over a client that declares views. */
export async function viewHost(
  browser: Browser,
  client: HostClient,
  { capabilities = ALL, context = {}, key = 'ui' }: HostOptions = {},
): Promise<ViewHost> {
  const { page, complaints } = await watchedPage(browser);
  const told: ViewHost['told'] = [];
  const calls: ViewHost['calls'] = [];
  let refuses = false;
  await page.exposeFunction('hostCall', (name: string, args: Record<string, unknown>) => {
    if (refuses) return 'refused';
    calls.push({ name, args });
    return client.call(name, args);
  });
  await page.exposeFunction('hostRead', async (uri: string) => {
    const { mimeType, bytes } = await client.readBytes(uri);
    return { contents: [{ uri, mimeType, blob: bytes.toString('base64') }] };
  });
  await page.exposeFunction('hostTold', (kind: string, value: unknown) => void told.push({ kind, value }));
  await page.goto(await hostAddress());
  const { tools } = await client.listTools();

  async function showResult(result: object, args: Record<string, unknown> = {}, uri = uriOf('get_contact')) {
    const html = await client.read(uri);
    await page.evaluate((shown) => (globalThis as unknown as HostPage).showView(shown), {
      html,
      capabilities,
      context,
      args,
      result,
    });
    const frame = page.frames().at(-1)!;
    await frame.locator('main > :not(.loading)').first().waitFor();
    return frame;
  }

  function uriOf(name: string): string {
    const meta = tools.find((tool) => tool.name === name)!._meta as {
      ui: { resourceUri: string };
      'ui/resourceUri': string;
    };
    return key === 'flat' ? meta['ui/resourceUri'] : meta.ui.resourceUri;
  }

  return {
    page,
    complaints,
    told,
    calls,
    async show(name, args = {}) {
      const { content, structuredContent, isError, _meta }: ToolReply = await client.call(name, args);
      return showResult({ content, structuredContent, isError, _meta }, args, uriOf(name));
    },
    showResult,
    change: (changed) => page.evaluate((one) => (globalThis as unknown as HostPage).changeContext(one), changed),
    refuse() {
      refuses = true;
    },
  };
}

/** The globals that test/support/view-host-page.ts adds to a page. */
interface HostPage {
  showView(shown: object): Promise<void>;
  changeContext(changed: object): void;
}

let address: Promise<string> | undefined;

/** The client's own page, at an origin that browsers trust. */
function hostAddress(): Promise<string> {
  address ??= serveHost();
  return address;
}

async function serveHost(): Promise<string> {
  const script = buildSync({
    entryPoints: ['test/support/view-host-page.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    logLevel: 'warning',
  }).outputFiles[0]!.text;
  const looks =
    '<style>body { margin: 0 } iframe { border: 0; inline-size: 100%; block-size: 600px; display: block }</style>';
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A host</title>${looks}<body></body><script src="/host.js"></script>`;
  const server = createServer(({ url }, answer) => {
    const isScript = url === '/host.js';
    answer.setHeader('Content-Type', isScript ? 'text/javascript; charset=utf-8' : 'text/html; charset=utf-8');
    answer.end(isScript ? script : page);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // It ends with the process.
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
