import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { engine } from '../support/engine.ts';
import { kith, kithWith, type RunningHttp, startHttp } from '../support/service.ts';

let http: RunningHttp;

beforeAll(async () => {
  http = await startHttp();
  const contact = JSON.stringify({ full_name: 'Grace Hopper', birthday: '1906-12-09' });
  await kith(http.dataDir, 'call', 'create_contact', contact);
  // The server records its address in the background, after it opens its data.
  while ((await refusal()) !== 'none');
  await feed('--off');
});
afterAll(() => http.stop());

const feed = (...args: string[]) => kith(http.dataDir, 'feed', ...args);
const refusal = (...args: string[]): Promise<string> =>
  feed(...args).then(
    () => 'none',
    ({ stderr }) => stderr,
  );

async function read(address: string): Promise<{ status: number; text: string }> {
  const answer = await request(new URL(new URL(address.trim()).pathname, http.url));
  return { status: answer.statusCode, text: await answer.body.text() };
}

test('shows, replaces, and disables the feed URL, which kith http serves for the local user', async () => {
  const first = await feed();
  const [url, webcal] = first.stdout.trim().split('\n') as [string, string];
  expect(url).toMatch(new RegExp(`^http://localhost:${new URL(http.url).port}/feed/[\\w-]{43}\\.ics$`));
  expect(webcal).toBe(url.replace('http:', 'webcal:'));
  expect(first.stderr).toContain('KITH_PUBLIC_URL');
  expect(await read(url)).toMatchObject({ status: 200, text: expect.stringContaining('SUMMARY:Grace Hopper turns') });
  const named = { KITH_PUBLIC_URL: 'https://kith.example' };
  const again = await kithWith(
    named,
    http.dataDir,
    'feed',
    '--parts',
    'reminders,birthdays',
    '--alarm',
    '15',
    '--json',
  );
  const path = new URL(url).pathname;
  expect(JSON.parse(again.stdout)).toEqual({
    url: `https://kith.example${path}`,
    webcal: `webcal://kith.example${path}`,
    parts: ['birthdays', 'reminders'],
    alarm_minutes: 15,
  });
  if (engine === 'sqlite') {
    await kith(http.dataDir, 'secret', 'rotate');
    expect((await read(url)).status).toBe(200);
  }
  const other = (await feed('--new')).stdout.split('\n')[0]!;
  expect([(await read(url)).status, (await read(other)).status]).toEqual([404, 200]);
  expect((await feed('--off')).stdout).toContain('no longer works');
  expect((await read(other)).status).toBe(404);
  expect((await feed('--off')).stdout).toContain('The calendar feed was already off.');
  expect(http.log()).not.toContain(path.slice(6, -4));
});

test('explains what is impossible, and changes nothing', async () => {
  const before = (await feed()).stdout;
  expect(await refusal('--parts', 'weather')).toContain('--parts must be birthdays or reminders or keep-in-touch');
  expect(await refusal('--alarm', 'soon')).toContain('--alarm must be a whole number from 0 to 10080');
  expect(await refusal('--off', '--new')).toContain('accepts --off only without other options');
  expect(await refusal('--user', 'nobody@example.com')).toContain('nobody@example.com');
  const elsewhere = { KITH_BASE_URL: 'http://127.0.0.1:9', KITH_API_KEY: 'kith_x', KITH_ALLOW_HTTP: '1' };
  await expect(kithWith(elsewhere, http.dataDir, 'feed')).rejects.toThrow('requires a recent sign-in');
  expect((await feed()).stdout).toBe(before);
});
