// Takes the pictures of docs/mcp.md: the built kith's views on the sample address book, in the tests' client page.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Browser } from 'playwright-core';
import type { ToolReply } from '../../test/support/mcp.ts';
import { type HostClient, viewHost } from '../../test/support/view-host.ts';
import { take } from './take.ts';

const CLI = 'dist/cli.js';
/** Directories of MCP servers require a width of 1,000 pixels. */
const SIZE = { width: 1000, height: 400 };

/** Takes pictures of each view. Returns their total bytes. */
export async function takeViews(browser: Browser, env: NodeJS.ProcessEnv, personName: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'kith-views-'));
  const own = { ...env, KITH_DATA_DIR: folder } as Record<string, string>;
  const kith = (...args: string[]) => execFileSync(process.execPath, [CLI, ...args], { env: own, stdio: 'pipe' });
  try {
    kith('import', 'samples/address-book.vcf');
    kith('connect', 'ics', 'samples/calendar.ics');
    const client = new Client({ name: 'pictures', version: '1' }, { capabilities: VIEWS });
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [CLI], env: own }));
    const bytes = await takeEach(browser, hostClient(client), personName);
    await client.close();
    return bytes;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const VIEWS = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } };

const hostClient = (client: Client): HostClient => ({
  call: async (name, args = {}) => (await client.callTool({ name, arguments: args })) as unknown as ToolReply,
  async listTools() {
    const { tools } = await client.listTools();
    return { tools: tools.map(({ name, inputSchema, _meta = {} }) => ({ name, inputSchema, _meta })) };
  },
  read: async (uri) => ((await client.readResource({ uri })).contents[0] as { text: string }).text,
  async readBytes(uri) {
    const { mimeType = '', blob } = (await client.readResource({ uri })).contents[0] as {
      mimeType?: string;
      blob: string;
    };
    return { mimeType, bytes: Buffer.from(blob, 'base64') };
  },
});

/** The time of clock.cjs, for the view's "Today". */
const NOW = '2026-12-04T07:00:00Z';
const HEIGHT = 'Math.ceil(document.documentElement.getBoundingClientRect().height)';

async function takeEach(browser: Browser, client: HostClient, personName: string): Promise<number> {
  const { page, show } = await viewHost(browser, client);
  await page.setViewportSize(SIZE);
  await page.clock.setFixedTime(NOW);
  let bytes = 0;
  /** Takes the view alone, without the page below it. */
  const takeView = async (name: string) => {
    const height = await page.frames().at(-1)!.evaluate<number>(HEIGHT);
    await page.setViewportSize({ ...SIZE, height });
    bytes += await take(page, name);
  };
  await show('get_briefing');
  await takeView('view-briefing');
  const { structuredContent } = await client.call('list_contacts', { searchQuery: personName });
  await show('get_contact', { contactId: structuredContent.contacts[0].id });
  await takeView('view-person');
  await show('list_calendar_events', { limit: 50 });
  await takeView('view-agenda');
  await page.emulateMedia({ colorScheme: 'dark' });
  const frame = await show('find_duplicate_contacts');
  await frame.getByRole('button', { name: 'Compare' }).nth(1).click();
  await frame.getByText('Keep', { exact: true }).waitFor();
  await takeView('view-duplicates');
  return bytes;
}
