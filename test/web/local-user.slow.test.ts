import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Browser, newBrowser } from '../support/browser.ts';
import { openDatabase } from '../support/database.ts';
import { engine } from '../support/engine.ts';
import { formIn, plain, typed } from '../support/forms.ts';
import { opened } from '../support/opened.ts';
import { CLI, kith, temporaryFolder } from '../support/service.ts';

// Settings that only the local user has.

const cookieOf = ({ cookies }: Browser): string =>
  [...cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');

test('offers an encrypted backup in kith open until there is a second user, and explains how assistants start kith', async () => {
  const [folder, other] = [temporaryFolder(), temporaryFolder()];
  await kith(folder.path, 'add', 'Grace Hopper');
  const { link, stop } = await opened(folder.path, 'open', '--port', '0');
  try {
    const here = newBrowser(link.origin);
    // No passkey is required, because each start creates a link.
    const signedIn = await here.send(link, []);
    expect([signedIn.status, signedIn.url.pathname]).toEqual([200, '/today']);
    const started = plain((await here.open('/settings/assistants')).text);
    if (engine !== 'sqlite') {
      expect((await here.open('/settings/data')).text).toContain('This server uses PostgreSQL');
      // It would have to contain secrets.
      expect(started).not.toContain(CLI);
      return;
    }
    const kithHere = { command: process.execPath, args: [CLI], env: { KITH_DATA_DIR: folder.path } };
    expect(started).toContain(JSON.stringify({ mcpServers: { kith: kithHere } }));
    const make = async (values: Record<string, string>) =>
      here.send(
        '/settings/backup',
        typed(formIn((await here.open('/settings/data')).text, '/settings/backup'), values),
      );
    const short = await make({ passphrase: 'short', again: 'short' });
    expect([short.status, /id="passphrase-error"/.test(short.text)]).toEqual([400, true]);
    const unlike = await make({ passphrase: 'correct horse', again: 'correct house' });
    expect([unlike.status, /id="again-error"/.test(unlike.text)]).toEqual([400, true]);
    expect(unlike.text).not.toContain('correct h');

    const phrase = 'correct horse battery';
    const answer = await fetch(`${link.origin}/settings/backup`, {
      method: 'POST',
      headers: { cookie: cookieOf(here), 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ passphrase: phrase, again: phrase }),
    });
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="kith-[\d-]{10}\.backup"$/);
    writeFileSync(join(other.path, 'kith.backup'), Buffer.from(await answer.arrayBuffer()));
    writeFileSync(join(other.path, 'phrase'), phrase);
    const files = ['--passphrase-file', join(other.path, 'phrase'), join(other.path, 'kith.backup')];
    await kith(join(other.path, 'data'), 'restore', ...files);
    expect((await kith(join(other.path, 'data'), 'find', 'Grace')).stdout).toContain('Grace Hopper');
    expect(readdirSync(folder.path).filter((name) => name.endsWith('.part'))).toEqual([]);

    // A second kith open creates a new link for the same browser, beside the first one.
    const data = openDatabase(folder.path);
    data.all('update sessions set created_at = ? returning id', '2026-01-01T00:00:00.000Z');
    data.close();
    const asked = await here.send('/settings/export', [['format', 'vcf']]);
    expect([asked.status, asked.text]).toEqual([403, expect.stringContaining('kith open --port 0')]);
    const second = await opened(folder.path, 'open', '--port', '0');
    const there = newBrowser(second.link.origin);
    await there.send(second.link, []);
    here.cookies.set('kith_session', there.cookies.get('kith_session')!);
    expect((await here.send('/settings/export', formIn(asked.text, '/settings/export'))).text).toContain(
      'FN:Grace Hopper',
    );
    await second.stop();

    await kith(folder.path, 'user', 'add', 'eve@example.com');
    expect((await here.open('/settings/data')).text).toContain('contains the data of all users of this server');
  } finally {
    await stop();
    folder.remove();
    other.remove();
  }
});
