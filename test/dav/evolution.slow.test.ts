import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { type DavDevice, deviceOf } from '../support/dav-device.ts';
import { makeContact } from '../support/people.ts';
import { contentOfCard } from '../support/person-content.ts';
import { asData, picture } from '../support/pictures.ts';
import { startService, temporaryFolder } from '../support/service.ts';

// Evolution's data server, if installed: the content of its kith address book, read with its own program.

const EXPORT = '/usr/libexec/evolution-data-server/addressbook-export';

function isHere(): boolean {
  try {
    execFileSync('dbus-run-session', ['--version'], { stdio: 'pipe' });
    return existsSync(EXPORT);
  } catch {
    return false;
  }
}

const PASSED_ON = ['accept', 'content-type', 'depth', 'if-match', 'if-none-match'];

/** It takes passwords only from a keyring, which a test does not have. A proxy adds the password. */
async function signedIn(device: DavDevice) {
  const asked: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const body: Buffer[] = [];
    for await (const part of incoming) body.push(part);
    const { method = '', url = '', headers } = incoming;
    asked.push(method);
    const sent = PASSED_ON.flatMap((name): [string, string][] => {
      const value = headers[name]?.toString();
      return value === undefined ? [] : [[name, value]];
    });
    const answer = await request(device.baseUrl + url, {
      method: method as 'GET',
      headers: { ...Object.fromEntries(sent), authorization: device.authorization },
      body: Buffer.concat(body),
    });
    const { connection: _, 'transfer-encoding': __, 'keep-alive': ___, ...told } = answer.headers;
    outgoing.writeHead(answer.statusCode, told).end(Buffer.from(await answer.body.arrayBuffer()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, asked, close: () => server.close() };
}

test.skipIf(!isHere())("Evolution's data server has every person in kith", async () => {
  const service = await startService();
  const folder = temporaryFolder();
  const ada = await service.user();
  await makeContact(ada, {
    ...{ first_name: 'Ann', last_name: 'Lee', company: 'Rhône', description: 'one\ntwo', birthday: '1980-02-29' },
    ...{ contact_emails: [{ email: 'ann@x.example' }], image_url: asData(picture('ann')) },
  });
  const device = await deviceOf(service, ada, { contacts: 20, name: 'evolution' });
  const server = await signedIn(device);
  const sources = join(folder.path, 'config/evolution/sources');
  mkdirSync(sources, { recursive: true });
  const source = [
    ...[
      '[Data Source]',
      'DisplayName=kith',
      'Enabled=true',
      'Parent=carddav-stub',
      '[Address Book]',
      'BackendName=carddav',
    ],
    ...['[Authentication]', 'Host=127.0.0.1', 'Method=none', `Port=${server.port}`, '[Security]', 'Method=none'],
    ...['[WebDAV Backend]', `ResourcePath=${device.book}`, '[Refresh]', 'Enabled=false', ''],
  ];
  writeFileSync(join(sources, 'kith.source'), source.join('\n'));
  const places = ['CONFIG_HOME', 'DATA_HOME', 'CACHE_HOME', 'RUNTIME_DIR'].map((name): [string, string] => {
    const path = join(folder.path, name.replace('_HOME', '').toLowerCase());
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return [`XDG_${name}`, path];
  });
  const env = { ...process.env, HOME: folder.path, GSETTINGS_BACKEND: 'memory', ...Object.fromEntries(places) };
  try {
    const { stdout } = await promisify(execFile)('dbus-run-session', ['--', EXPORT, 'kith'], { env });
    const cards = stdout.split(/(?=^BEGIN:VCARD)/m).map(contentOfCard);
    expect(cards).toHaveLength(21);
    expect(cards.find(({ shown }) => shown === 'Ann Lee')).toMatchObject({
      ...{
        first: 'Ann',
        last: 'Lee',
        company: 'Rhône',
        note: 'one\ntwo',
        birthday: '1980-02-29',
        emails: ['ann@x.example'],
      },
    });
    expect(server.asked).toContain('REPORT');
  } finally {
    server.close();
    folder.remove();
    await service.stop();
  }
});
