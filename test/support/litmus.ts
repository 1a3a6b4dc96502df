import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cardOf, type DavDevice } from './dav-device.ts';
import { unpackedPackage } from './debian.ts';
import { temporaryFolder } from './service.ts';

// litmus, the WebDAV server test suite (Debian's `litmus`). It creates a folder and puts plain files there, but an
// address book has neither. A proxy in between maps its folder to the book, and its files to cards.

const FOLDER = '/litmus/';

/** litmus's result for each of its tests. */
type Verdicts = Record<string, { verdict: 'pass' | 'FAIL' | 'SKIPPED' | 'WARNING'; words: string }>;

const INSTALLED = '/usr/libexec/litmus';

/** Where its programs are, if installed. */
export function findLitmus(): string | undefined {
  if (existsSync(INSTALLED)) return INSTALLED;
  const unpacked = unpackedPackage('litmus');
  const programs = unpacked && join(unpacked, 'usr/libexec/litmus');
  return programs && existsSync(programs) ? programs : undefined;
}

/** Runs one suite (`basic`, `http`, `props`) on a device's book. */
export async function runLitmus(programs: string, suite: string, device: DavDevice): Promise<Verdicts> {
  const adapter = await startAdapter(device);
  const folder = temporaryFolder();
  const htdocs = join(programs, '../../share/litmus/htdocs');
  const libraries = join(programs, '../../lib');
  const ours = readdirSync(libraries).filter((name) => name.endsWith('-linux-gnu'));
  const env = { ...process.env, LD_LIBRARY_PATH: ours.map((name) => join(libraries, name)).join(':') };
  const args = ['--htdocs', htdocs, `${adapter.url}/`, 'ann', 'secret'];
  try {
    // It exits with 1 if a test failed.
    const { stdout } = await promisify(execFile)(join(programs, suite), args, { cwd: folder.path, env }).catch(
      (error: { stdout?: string }) => {
        if (error.stdout === undefined) throw error;
        return { stdout: error.stdout };
      },
    );
    return verdictsIn(stdout);
  } finally {
    folder.remove();
    adapter.close();
  }
}

function verdictsIn(output: string): Verdicts {
  const verdicts: Verdicts = {};
  for (const [, name, verdict, words] of output.matchAll(
    /^ ?\d*\.? *(\w+)\.{3,} (?:.*?)(pass|FAIL|SKIPPED|WARNING)(.*)$/gm,
  ))
    verdicts[name!] = { verdict: verdict as 'pass', words: words!.trim().replace(/^[(:]\s*|\)$/g, '') };
  if (Object.keys(verdicts).length === 0) throw new Error(`litmus said nothing: ${output}`);
  return verdicts;
}

async function startAdapter(device: DavDevice): Promise<{ url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const { method = '', url = '' } = request;
    if (url === FOLDER && (method === 'MKCOL' || method === 'DELETE')) {
      response.writeHead(method === 'MKCOL' ? 201 : 204).end();
      return;
    }
    const path = url.startsWith(FOLDER) ? device.book + url.slice(FOLDER.length) : url;
    const {
      host: _,
      authorization: __,
      'content-length': ___,
      connection: ____,
      expect: _e,
      ...headers
    } = request.headers;
    const answer = await device.send(method, path, {
      headers: headers as Record<string, string>,
      ...(body.length > 0 && { body: method === 'PUT' ? asCard(url, body) : body }),
    });
    const { 'content-length': _____, 'transfer-encoding': ______, connection: _______, ...told } = answer.headers;
    const text = method === 'GET' && answer.status === 200 ? fromCard(answer.text) : answer.text;
    response.writeHead(answer.status, told as Record<string, string>);
    response.end(method === 'HEAD' ? undefined : Buffer.isBuffer(text) ? text : text.replaceAll(device.book, FOLDER));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const asCard = (url: string, file: Buffer): string => cardOf(url, 'litmus', `NOTE:${file.toString('base64')}`);

const fromCard = (card: string): Buffer =>
  Buffer.from(/^NOTE:(.*)$/m.exec(card.replace(/\r\n[ \t]/g, ''))?.[1] ?? '', 'base64');
