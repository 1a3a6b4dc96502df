import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, originOf, signedIn } from '../support/browser.ts';
import { GENERATIONS, oauthHost } from '../support/oauth.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// Hosts sign in at `kith serve`: the official SDK's clients, and a person who answers the page of consent.

let service: RunningService;
let ada: User;
let browser: Browser;
let mcp: string;

beforeAll(async () => {
  service = await startService();
  ada = await service.user();
  browser = await signedIn(service, ada.email);
  mcp = `${originOf(service)}/mcp`;
});
afterAll(() => service.stop());

/** The person reads the page of consent and answers it; what the host gets back. */
async function consent(url: URL, { scopes = ['kith:write', 'kith:delete', 'kith:agenda'], answer = 'allow' } = {}) {
  const page = await browser.open(url);
  expect(page.status, page.text).toBe(200);
  const sent = await browser.send(page.url, [
    ['answer', answer],
    ...scopes.map((scope): [string, string] => ['scope', scope]),
  ]);
  expect(sent.status, sent.text).toBe(303);
  return new URL(sent.headers.get('location')!).searchParams;
}

describe.each(Object.entries(GENERATIONS))('a host of the %s SDK', (_name, connect) => {
  test('registers, signs in by itself, and works', async () => {
    const host = oauthHost();
    const connected = await connect(mcp, host, (url) => consent(url));
    const made = await connected.call('create_contact', { first_name: 'Grace', last_name: 'Hopper' });
    expect(made.isError ?? false, JSON.stringify(made)).toBe(false);
    await connected.close();
  });
});
