import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { doctor, wrong } from '../support/doctor.ts';
import { CLIENT, startProvider, type TestProvider } from '../support/openid-provider.ts';
import { temporaryFolder } from '../support/service.ts';

// kith doctor's report on the OpenID provider for sign-in.

const folder = temporaryFolder();
let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
  await provider.register('https://kith.example.com');
});
afterEach(() => {
  provider.instead = () => undefined;
});
afterAll(async () => {
  await provider.stop();
  folder.remove();
});

const look = (env: Record<string, string>) => doctor({ KITH_DATA_DIR: folder.path, ...env });

test('accepts a provider with metadata, and reports the redirect URL to register', async () => {
  const { code, findings } = await look({ KITH_OIDC_ISSUER: provider.issuer, ...CLIENT });
  expect(code).toBe(0);
  expect(findings.at(-1)).toEqual({
    state: 'ok',
    what: `The OpenID provider at ${provider.issuer} has a valid discovery document. Register the redirect URL http://localhost:8334/sign-in/openid/callback for kith there.`,
  });
  const named = await look({
    KITH_OIDC_ISSUER: provider.issuer,
    ...CLIENT,
    KITH_PUBLIC_URL: 'https://kith.invalid/',
  });
  expect(named.findings.at(-1)!.what).toContain(' https://kith.invalid/sign-in/openid/callback ');
  expect(JSON.stringify(named)).not.toContain(CLIENT.KITH_OIDC_CLIENT_SECRET);
});

const said = (more: object) => JSON.stringify({ issuer: provider.issuer, ...more });

test.each([
  [
    'that calls itself otherwise',
    () => said({ issuer: 'https://auth.example.com/kith/' }),
    /KITH_OIDC_ISSUER=https:\/\/auth\.example\.com\/kith\//,
  ],
  ['that is another program', () => '<!doctype html>', /complete issuer URL/],
  ['that gives no codes', () => said({ token_endpoint: 'https://auth.example.com/token' }), /authorization code flow/],
])('reports a provider %s as a problem', async (_what, document, todo) => {
  provider.instead = document;
  const diagnosis = await look({ KITH_OIDC_ISSUER: provider.issuer, ...CLIENT });
  expect(diagnosis.code).toBe(1);
  expect(wrong(diagnosis)).toEqual([
    { state: 'problem', what: expect.stringContaining(provider.issuer), todo: expect.stringMatching(todo) },
  ]);
});

test.each([
  [{ KITH_OIDC_ISSUER: 'http://127.0.0.1:1', ...CLIENT }, /could not be reached/],
  [{ KITH_OIDC_ISSUER: 'https://provider.invalid', ...CLIENT }, /no host named provider\.invalid/],
  [{ KITH_OIDC_ISSUER: 'http://provider.example', ...CLIENT }, /KITH_OIDC_ISSUER is not the https address/],
  [{ KITH_OIDC_ISSUER: 'https://provider.invalid' }, /KITH_OIDC_CLIENT_ID is not set/],
  [CLIENT, /KITH_OIDC_ISSUER is not set/],
])('reports the settings %o as a problem', async (env, words) => {
  const diagnosis = await look(env);
  expect(wrong(diagnosis)).toEqual([
    { state: 'problem', what: expect.stringMatching(words), todo: expect.any(String) },
  ]);
});
