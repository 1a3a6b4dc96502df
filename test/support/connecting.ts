import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, expect } from 'vitest';
import { engineSettings } from './engine.ts';
import { dataOf, type Json } from './people.ts';
import { fakeAccount, spreadMessages, timed } from './providers/data.ts';
import { FakeProviders } from './providers/fake-providers.ts';
import { CLI, startService, type User } from './service.ts';

// Connects accounts with the built binary, and reads them through the service on a socket.

interface Run {
  child: ChildProcess;
  /** Returns the match of `looked` in the output, once there is one. */
  says(looked: RegExp): Promise<RegExpExecArray>;
  ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
}

/** The sign-in URL that `kith connect` prints. */
export const SIGN_IN = /^(http\S+[?&]state=\S+)$/m;

export const accountsOf = async (user: User): Promise<Json[]> => dataOf(await user.get('/v2/agenda/accounts')).accounts;

/** A service with a Google and a Microsoft account to connect. Call it at the file's top level. */
export async function connectingForFile() {
  const google = fakeAccount('GOOGLE', 'ann@gmail.example');
  const office = fakeAccount('OFFICE365', 'ann@office.example');
  const fake = await new FakeProviders().start();
  fake.accounts.push(google, office);
  fake.deviceOwner = office.email;
  spreadMessages([google, office], 12, 1);
  for (const { calendars } of fake.accounts)
    calendars[0]!.events.push(timed('standup', new Date(Date.now() + 3_600_000).toISOString(), 30));
  const env: Record<string, string> = {
    KITH_GOOGLE_URL: fake.url,
    KITH_MICROSOFT_URL: fake.url,
    KITH_GOOGLE_CLIENT_ID: 'desktop client',
    KITH_GOOGLE_CLIENT_SECRET: 'no secret at all',
    KITH_MICROSOFT_CLIENT_ID: 'public client',
  };
  const service = await startService(undefined, env);
  afterAll(async () => {
    await service.stop();
    await fake.stop();
    expect(fake.violations).toEqual([]);
  });
  let user: User;

  /** Switches to a new user, who connects accounts from here on. */
  async function newUser(): Promise<User> {
    user = await service.user();
    return user;
  }

  /** The binary, with its streamed output. */
  async function start(...args: string[]): Promise<Run> {
    const settings = { ...(await engineSettings(service.dataDir)), KITH_DATA_DIR: service.dataDir };
    const child = spawn(process.execPath, [CLI, ...args, '--user', user.email], {
      env: { ...process.env, ...settings, ...env },
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    return {
      child,
      async says(looked) {
        for (;;) {
          const found = looked.exec(stdout);
          if (found) return found;
          if (child.stdout.closed) throw new Error(`ended before it said ${looked}: ${stdout}${stderr}`);
          await Promise.race([once(child.stdout, 'data'), once(child, 'close')]);
        }
      },
      ended: once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr })),
    };
  }

  /** Acts as the browser: consents at the provider and is redirected to kith. */
  async function connect(account: { email: string }, args: string[], scope?: string) {
    const run = await start('connect', ...args);
    const [, url] = await run.says(SIGN_IN);
    const back = fake.oauth.agree(url!, account.email, scope);
    await fetch(back.href.replace('localhost', '127.0.0.1'));
    return { ...(await run.ended), url: url! };
  }

  return { fake, service, env, google, office, newUser, start, connect };
}
