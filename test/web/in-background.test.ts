import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningService, startService, type User } from '../support/service.ts';
import { type Visitor, visitorOf, visitorSignedIn } from '../support/visitor.ts';

// A background script receives a message to display, and never a whole page in place of a fragment.

const BY_SCRIPT = { headers: { 'hx-request': 'true' } };

let service: RunningService;
let ada: User;
let visitor: Visitor;

beforeAll(async () => {
  service = await startService(undefined, { KITH_RATE_LIMIT: '30' });
  ada = await service.user();
  visitor = await visitorSignedIn(service, ada.email);
});
afterAll(() => service.stop());

describe('a script', () => {
  test('is told to sign in, and where, if nobody is signed in', async () => {
    const stranger = visitorOf(service);
    const answers = [
      await stranger.get('/people?q=x', BY_SCRIPT),
      await stranger.get('/account', BY_SCRIPT),
      await stranger.post('/people', { name: 'Nobody' }, BY_SCRIPT),
    ];
    for (const { status, headers, text } of answers) {
      expect(status).toBe(401);
      expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
      expect(JSON.parse(text)).toMatchObject({
        error: expect.stringContaining('You are signed out.'),
        next: { href: '/sign-in' },
      });
    }
  });

  test('gets an error for a missing record or an invalid key', async () => {
    const gone = await visitor.post('/people/nobody/archive', {}, BY_SCRIPT);
    expect(gone.status).toBeGreaterThanOrEqual(400);
    expect(JSON.parse(gone.text)).toEqual({ error: expect.stringMatching(/^That didn’t work\. \w+/) });
    const nothing = await visitor.get('/people/a/b/c', BY_SCRIPT);
    expect(nothing.status).toBe(404);
    expect(JSON.parse(nothing.text)).toEqual({ error: expect.stringMatching(/^Page not found\. /) });
  });

  test('gets an error for too large a request', async () => {
    const { status, text } = await visitor.post('/people', { name: 'x'.repeat(6 * 1024 * 1024) }, BY_SCRIPT);
    expect(status).toBe(413);
    expect(JSON.parse(text).error).toContain('Too much data.');
  });

  test('is told to wait after too many requests', async () => {
    let last = await visitor.get('/people', BY_SCRIPT);
    for (let times = 0; times < 60 && last.status === 200; times++) last = await visitor.get('/people', BY_SCRIPT);
    expect(last.status).toBe(429);
    expect(JSON.parse(last.text)).toEqual({ error: 'Too many requests. Wait a minute, then try again.' });
    expect(last.headers['retry-after']).toMatch(/^\d+$/);
  });
});
