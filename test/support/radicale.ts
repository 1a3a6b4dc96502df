import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { unpackedPackage } from './debian.ts';
import { temporaryFolder } from './service.ts';

/** A real CardDAV server with one user, and a way to fill it. */
export interface Radicale {
  url: string;
  pid: number;
  user: string;
  password: string;
  makeBook(name: string, title: string): Promise<void>;
  putCard(book: string, name: string, card: string): Promise<void>;
  /** A book's cards, by name. */
  cards(book: string): Promise<Map<string, string>>;
  deleteCard(book: string, name: string): Promise<void>;
  stop(): Promise<void>;
}

/** Debian's module folder. */
const INSTALLED = '/usr/lib/python3/dist-packages';

/** The folder of Radicale's modules, or undefined if it cannot run. */
export function findRadicale(): string | undefined {
  try {
    execFileSync('python3', ['--version'], { stdio: 'pipe' });
  } catch {
    return undefined;
  }
  // apt does not fetch dependencies that are already installed.
  if (existsSync(join(INSTALLED, 'radicale'))) return INSTALLED;
  const unpacked = unpackedPackage('radicale');
  const modules = unpacked && join(unpacked, 'usr/lib/python3/dist-packages');
  return modules && existsSync(modules) ? modules : undefined;
}

export async function startRadicale(modules: string): Promise<Radicale> {
  const folder = temporaryFolder();
  const [user, password] = ['ann', 'pass: wörd'];
  const file = (name: string, lines: string[]) => {
    writeFileSync(join(folder.path, name), `${lines.join('\n')}\n`);
    return join(folder.path, name);
  };
  const users = file('users', [`${user}:${password}`]);
  const settings = file('settings', [
    ...['[server]', 'hosts = 127.0.0.1:0', '[auth]', 'type = htpasswd', `htpasswd_filename = ${users}`],
    ...['htpasswd_encryption = plain', '[storage]', `filesystem_folder = ${join(folder.path, 'data')}`],
    ...['[logging]', 'level = info'],
  ]);
  const child = spawn('python3', ['-m', 'radicale', '-C', settings], {
    env: { ...process.env, PYTHONPATH: modules, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const port = await new Promise<string>((resolve, reject) => {
    let log = '';
    child.stderr.on('data', (chunk) => {
      log += chunk;
      const found = /Listening on '\[127\.0\.0\.1\]:(\d+)'[\s\S]*ready/.exec(log)?.[1];
      if (found) resolve(found);
    });
    child.on('close', () => reject(new Error(`Radicale did not start: ${log}`)));
  });
  const url = `http://127.0.0.1:${port}`;
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const send = async (method: 'MKCOL' | 'PUT' | 'GET' | 'DELETE', path: string, type: string, body?: string) => {
    const headers = { authorization, 'content-type': type };
    const { statusCode, body: answer } = await request(url + path, {
      method: method as 'PUT',
      headers,
      ...(body !== undefined && { body }),
    });
    const text = await answer.text();
    if (statusCode >= 300) throw new Error(`${method} ${path}: ${statusCode} ${text}`);
    return text;
  };
  return {
    ...{ url, pid: child.pid!, user, password },
    async makeBook(name, title) {
      await send(
        'MKCOL',
        `/${user}/${name}/`,
        'application/xml',
        `<d:mkcol xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav"><d:set><d:prop><d:resourcetype><d:collection/><c:addressbook/></d:resourcetype><d:displayname>${title}</d:displayname></d:prop></d:set></d:mkcol>`,
      );
    },
    async putCard(book, name, card) {
      await send('PUT', `/${user}/${book}/${name}`, 'text/vcard; charset=utf-8', card);
    },
    async cards(book) {
      const all = join(folder.path, 'data/collection-root', user, book);
      const names = readdirSync(all).filter((name) => !name.startsWith('.'));
      return new Map(names.map((name) => [name, readFileSync(join(all, name), 'utf8')]));
    },
    async deleteCard(book, name) {
      await send('DELETE', `/${user}/${book}/${name}`, 'text/plain');
    },
    async stop() {
      child.kill();
      await once(child, 'close');
      folder.remove();
    },
  };
}
