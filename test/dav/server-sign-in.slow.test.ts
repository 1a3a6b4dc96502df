import { describe, expect, test } from 'vitest';
import { appPassword, basic, deviceAt } from '../support/dav-device.ts';
import { davServerForFile } from '../support/dav-server.ts';
import { kith } from '../support/service.ts';

// The data that an app password opens, and for whom.

const { service, database, ada, eve, phone } = await davServerForFile();

describe('sign-in', () => {
  const asks = (as: string | undefined, path = '/dav/') =>
    phone.send('PROPFIND', path, { headers: { depth: '0' }, as });
  const variants = (password: string) => [
    password.toUpperCase(),
    password.replaceAll('-', ''),
    password.replaceAll('-', ' '),
    password.replaceAll('-', '–'),
    ` ${password} `,
  ];

  test('accepts a password in any notation, and the email in any case', async () => {
    expect(phone.password).toMatch(/^[a-hjkmnp-z2-9]{5}(-[a-hjkmnp-z2-9]{5}){3}$/);
    for (const password of variants(phone.password))
      expect((await asks(basic('Ada@Example.COM', password))).status).toBe(207);
  });

  test.each([
    ['nothing', () => undefined],
    ['another scheme', () => `Digest username="ada@example.com"`],
    ['no colon', () => `Basic ${Buffer.from('ada').toString('base64')}`],
    ['no base64', () => 'Basic ~~~'],
    ['a wrong password', () => basic(ada.email, 'abcde-fghjk-mnpqr-stuvw')],
    ["another person's e-mail", () => basic(eve.email, phone.password)],
    ['no e-mail', () => basic('', phone.password)],
    ['the API key as the password', () => basic(ada.email, ada.apiKey)],
    ['the API key as a bearer', () => `Bearer ${ada.apiKey}`],
    ['the password as a bearer', () => `Bearer ${phone.password}`],
  ])('rejects %s', async (_, as) => {
    const answer = await asks(as());
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, expect.stringMatching(/^Basic /)]);
    expect(answer.text).not.toContain(phone.password);
  });

  test('accepts an app password nowhere else', async () => {
    for (const as of [`Bearer ${phone.password}`, phone.authorization, `Bearer kith_${phone.password}`]) {
      for (const path of ['/v2/contacts', '/v1/groups', '/mcp', '/v2/users/me']) {
        const answer = await phone.send(path === '/mcp' ? 'POST' : 'GET', path, {
          as,
          headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
          ...(path === '/mcp' && { body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' }),
        });
        expect([path, answer.status]).toEqual([path, 401]);
      }
    }
  });

  test('rejects a password that was revoked or has expired, or whose user is on the free plan, at once', async () => {
    const zoe = await service.user();
    const device = deviceAt(service.baseUrl, zoe, await appPassword(service, zoe));
    const status = async () => (await device.send('PROPFIND', '/dav/', { headers: { depth: '0' } })).status;
    expect(await status()).toBe(207);
    const endAt = (time: string | null) =>
      database.all('update api_keys set expires_at = ? where user_id = ? returning user_id', time, zoe.id);
    endAt('2026-01-02T03:04:05.678Z');
    expect(await status()).toBe(401);
    endAt(null);
    await kith(service.dataDir, 'user', 'plan', zoe.email, 'free');
    expect(await status()).toBe(403);
    await kith(service.dataDir, 'user', 'plan', zoe.email, 'professional');
    expect(await status()).toBe(207);
    database.all(`delete from api_keys where user_id = ? and kind = 'dav' returning name`, zoe.id);
    expect(await status()).toBe(401);
  });

  test("rejects another host's name, because a web page could use DNS rebinding", async () => {
    for (const path of ['/dav/', '/.well-known/carddav']) {
      const answer = await phone.send('PROPFIND', path, { headers: { host: 'evil.example', depth: '0' } });
      expect(answer.status).toBe(403);
    }
  });
});
