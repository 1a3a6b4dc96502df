import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, expect, test } from 'vitest';
import { newBrowser } from '../support/browser.ts';
import { CLI, kith, temporaryFolder } from '../support/service.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

test('kith open shows the people of the local user, by a link of one use, until it is stopped', async () => {
  await kith(folder.path, 'add', 'Grace Hopper');
  const child = spawn(process.execPath, [CLI, 'open', '--port', '0', '--no-browser'], {
    env: { ...process.env, KITH_DATA_DIR: folder.path },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  for await (const chunk of child.stderr.iterator({ destroyOnReturn: false })) {
    said += chunk;
    if (/http:\/\/localhost:\d+\/sign-in\/link\/\S+\s/.test(said)) break;
  }
  const link = new URL(/http:\/\/localhost:\S+/.exec(said)![0]);
  const browser = newBrowser(link.origin);
  expect((await browser.open('/people')).url.pathname).toBe('/sign-in');
  await browser.send(link, []);
  expect((await browser.open('/people')).text).toContain('Grace Hopper');
  expect((await newBrowser(link.origin).send(link, [])).status).toBe(410);
  child.stderr.resume();
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
