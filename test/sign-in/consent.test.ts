import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, newBrowser, originOf, signedIn } from '../support/browser.ts';
import {
  answering,
  authorizationUrl,
  back,
  exchanged,
  type HandHost,
  heading,
  isConsent,
  letIn,
  mcpCall,
  registered,
} from '../support/by-hand.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// Consent to connect an app: the authorized person, and protection against forgery.

let service: RunningService;
let origin: string;
let ada: User;
let browser: Browser;
let host: HandHost;

beforeAll(async () => {
  service = await startService();
  origin = originOf(service);
  ada = await service.user();
  browser = await signedIn(service, ada.email);
  host = await registered(origin);
});
afterAll(() => service.stop());

describe('consent', () => {
  test('is requested each time, whatever the browser remembers', async () => {
    await letIn(origin, browser, host);
    for (const prompt of [undefined, 'login', 'consent']) {
      const again = await browser.open(authorizationUrl(origin, host, { prompt }));
      expect(isConsent(again), again.text).toBe(true);
      // The interaction URL returns no code before the answer.
      const uid = again.url.pathname.split('/')[2];
      const early = await browser.open(`/oauth/authorize/${uid}`);
      expect([early.headers.get('location'), isConsent(early)]).toEqual([null, true]);
    }
    const silent = await fetch(authorizationUrl(origin, host, { prompt: 'none' }), { redirect: 'manual' });
    expect(new URL(silent.headers.get('location')!).searchParams.get('error')).toMatch(/_required$/);
  });

  test.each<[string, Record<string, string>]>([
    ['of another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['of a neighboring site', { 'sec-fetch-site': 'same-site', origin: 'https://evil.localhost' }],
    ['in a sandbox', { origin: 'null' }],
    ['of an older browser, from another site', { origin: 'https://evil.example' }],
    ['without an Origin or Referer', {}],
  ])('is not given by a form %s', async (_name, headers) => {
    const page = await browser.open(authorizationUrl(origin, host));
    const sent = await browser.send(page.url, [['answer', 'allow']], headers);
    expect([sent.status, heading(sent)]).toEqual([403, 'Request from another site']);
    expect(isConsent(await browser.open(page.url))).toBe(true);
  });

  test('is not given in another browser than the one that the app opened', async () => {
    const attackers = await newBrowser(origin).open(authorizationUrl(origin, host));
    const uid = new URL(attackers.url.searchParams.get('to')!, origin).pathname;
    expect(uid).toMatch(/^\/authorize\//);
    const bob = await signedIn(service, (await service.user()).email);
    for (const plant of [() => {}, () => bob.cookies.set('kith_authorize', { value: uid.split('/')[2]!, path: '/' })]) {
      plant();
      for (const page of [await bob.open(uid), await bob.send(uid, [['answer', 'allow']])])
        expect([page.status, heading(page)]).toEqual([404, 'Request expired']);
    }
    // Nor with the cookie of an authorization of his own.
    await bob.open(authorizationUrl(origin, host));
    expect((await bob.send(uid, [['answer', 'allow']])).status).toBe(404);
  });

  test('is not given by a user who signs in after another user saw the page', async () => {
    const shared = await signedIn(service, ada.email);
    const page = await shared.open(authorizationUrl(origin, host));
    const bob = await signedIn(service, (await service.user()).email);
    shared.cookies.set('kith_session', bob.cookies.get('kith_session')!);
    const sent = await answering(shared, page);
    expect([sent.status, heading(sent)]).toEqual([409, 'Someone else is signed in']);
    await shared.send('/sign-out', []);
    expect((await answering(shared, page)).status).toBe(401);
  });

  test('grants nothing beyond the request, whatever the form contains', async () => {
    const page = await browser.open(authorizationUrl(origin, host, { scope: 'kith:read' }));
    const sent = await answering(browser, page, {
      scopes: ['kith:write', 'kith:delete', 'kith:agenda', 'openid', 'admin'],
    });
    const { body } = await exchanged(origin, host, back(sent).searchParams.get('code')!);
    expect(body.scope).toBe('kith:read');
    const { status } = await mcpCall(origin, body.access_token, 'create_contact', { first_name: 'Grace' });
    expect(status).toBe(403);
  });

  test('for none of the requested scopes grants reading, the minimum', async () => {
    const page = await browser.open(authorizationUrl(origin, host, { scope: 'kith:delete' }));
    const sent = await answering(browser, page, { scopes: [] });
    const { body } = await exchanged(origin, host, back(sent).searchParams.get('code')!);
    expect(body.scope).toBe('kith:read');
  });

  test('is given once, however often the button is clicked', async () => {
    const page = await browser.open(authorizationUrl(origin, host));
    const sent = await Promise.all([1, 2, 3].map(() => answering(browser, page)));
    const codes = sent.filter(({ headers }) => headers.get('location')?.includes('code='));
    expect(codes).toHaveLength(1);
    expect((await answering(browser, page)).status).toBe(404);
  });

  test('cannot be given after a denial', async () => {
    const page = await browser.open(authorizationUrl(origin, host));
    await answering(browser, page, { answer: 'deny' });
    expect((await answering(browser, page)).status).toBe(404);
  });

  test('names the app and the redirect target, and cannot be framed or observed', async () => {
    const other = await registered(origin, { redirect_uris: ['https://evil.example/callback'] });
    const page = await browser.open(authorizationUrl(origin, other));
    expect(page.text).toContain('<b>evil.example</b>');
    expect(page.text).toContain('kith has not verified this name');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://evil.example;");
    expect(page.headers.get('referrer-policy')).toBe('same-origin');
    const program = await registered(origin, { redirect_uris: ['http://127.0.0.1:7777/cb'] });
    expect((await browser.open(authorizationUrl(origin, program))).text).toContain(
      'a program on this computer. Continue only if',
    );
  });
});
