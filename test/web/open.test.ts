import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { newBrowser } from '../support/browser.ts';
import { engineSettings } from '../support/engine.ts';
import { CLI, kith, temporaryFolder } from '../support/service.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** Starts a command that opens pages; answers the link that it prints, and how it ends. */
async function opened(...args: string[]): Promise<{ link: URL; stop(): Promise<unknown[]> }> {
  const child = spawn(process.execPath, [CLI, ...args, '--no-browser'], {
    env: { ...process.env, KITH_DATA_DIR: folder.path, TMPDIR: folder.path, ...(await engineSettings(folder.path)) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  let said = '';
  for await (const chunk of child.stderr.iterator({ destroyOnReturn: false })) {
    said += chunk;
    if (/\/sign-in\/link\/\S+\s/.test(said)) break;
  }
  child.stderr.resume();
  return {
    link: new URL(/http:\/\/localhost:\S+/.exec(said)![0]),
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

test('kith open shows the people of the local user, by a link of one use, until it is stopped', async () => {
  await kith(folder.path, 'add', 'Grace Hopper');
  const { link, stop } = await opened('open', '--port', '0');
  const browser = newBrowser(link.origin);
  expect((await browser.open('/people')).url.pathname).toBe('/sign-in');
  await browser.send(link, []);
  expect((await browser.open('/people')).text).toContain('Grace Hopper');
  expect((await newBrowser(link.origin).send(link, [])).status).toBe(410);
  expect(await stop()).toEqual([0, null]);
});

test('kith demo --page shows the sample, and leaves nothing', async () => {
  const { link, stop } = await opened('demo', '--page');
  const browser = newBrowser(link.origin);
  await browser.send(link, []);
  expect((await browser.open('/people?q=amara')).text).toContain('Amara Okafor');
  expect(await stop()).toEqual([0, null]);
  expect(readdirSync(folder.path).filter((name) => name.startsWith('kith-demo-'))).toEqual([]);
});
