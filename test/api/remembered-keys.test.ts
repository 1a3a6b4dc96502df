import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyFinder } from '../../src/identity/users/api-keys.ts';
import { revokeKey } from '../../src/identity/users/user-keys.ts';
import { addUser, changePlan, userByEmail } from '../../src/identity/users/users.ts';
import { type Data, openData } from '../../src/service/data/open-data.ts';
import type { Store } from '../../src/store/store.ts';
import { engine, engineSettings, TEST_SECRET } from '../support/engine.ts';
import { temporaryFolder } from '../support/service.ts';

// A key is looked up once until the next write, in this process or another.

const EMAIL = 'ada@example.com';
const folder = temporaryFolder();
let here: Data;
let elsewhere: Data;
let key: string;
let lookUps = 0;
let find: ReturnType<typeof keyFinder>;
beforeAll(async () => {
  const { KITH_DATABASE_URL } = await engineSettings(folder.path);
  here = openData(folder.path, TEST_SECRET, KITH_DATABASE_URL);
  ({ api_key: key } = (await addUser(here.store, here.secret, { email: EMAIL })) as { api_key: string });
  elsewhere = openData(folder.path, TEST_SECRET, KITH_DATABASE_URL);
  await elsewhere.store.read('', async () => undefined);
  find = keyFinder(counting(here.store), here.secret, 'api');
});
afterAll(async () => {
  await Promise.all([here.store.close(), elsewhere.store.close()]);
  folder.remove();
});

/** A store that counts its reads. */
const counting = (store: Store): Store =>
  new Proxy(store, {
    get(target, name) {
      if (name === 'read') lookUps++;
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

async function found(): Promise<{ who: string; lookUps: number }> {
  lookUps = 0;
  const caller = await find(key);
  const who =
    caller === undefined ? 'nobody' : 'refused' in caller ? caller.reason : `${caller.user.plan} ${caller.key}`;
  return { who, lookUps };
}

function gate(): [passed: Promise<void>, pass: () => void] {
  let pass = () => {};
  const passed = new Promise<void>((resolve) => {
    pass = resolve;
  });
  return [passed, () => pass()];
}

/** If the engine cannot report changes, each request looks up the key. */
const again = engine === 'sqlite' ? 0 : 1;

test('looks up a key once, as long as nothing is written', async () => {
  expect(await found()).toEqual({ who: 'professional default', lookUps: 1 });
  expect(await found()).toEqual({ who: 'professional default', lookUps: again });
  expect(await found()).toEqual({ who: 'professional default', lookUps: again });
});

test.each(['here', 'elsewhere'])('applies a plan changed %s at the next request', async (place) => {
  const { store } = place === 'here' ? here : elsewhere;
  await found();
  await changePlan(store, EMAIL, 'free');
  expect(await found()).toEqual({ who: 'plan', lookUps: 1 });
  await changePlan(store, EMAIL, 'professional');
  expect(await found()).toEqual({ who: 'professional default', lookUps: 1 });
});

test('rejects an expired key even if nothing was written', async () => {
  const { user_id } = await userByEmail(here.store, EMAIL);
  const soon = new Date(Date.now() + 300).toISOString();
  await here.store.directory((db) =>
    db.updateTable('api_keys').set({ expires_at: soon }).where('user_id', '=', user_id).execute(),
  );
  expect((await found()).who).toBe('professional default');
  await expect.poll(async () => (await found()).who).toBe('expired');
  await here.store.directory((db) =>
    db.updateTable('api_keys').set({ expires_at: null }).where('user_id', '=', user_id).execute(),
  );
});

test("applies another process's write during a long read", async () => {
  await found();
  const [held, end] = gate();
  const [amid, begun] = gate();
  const reading = here.store.read('', async (db) => {
    await db.selectFrom('users').select('user_id').execute();
    begun();
    await held;
  });
  await amid;
  await changePlan(elsewhere.store, EMAIL, 'free');
  expect((await found()).who).toBe('plan');
  await changePlan(elsewhere.store, EMAIL, 'professional');
  expect((await found()).who).toBe('professional default');
  end();
  await reading;
});

test('rejects a key that was revoked elsewhere at the next request', async () => {
  await found();
  await revokeKey(elsewhere.store, EMAIL, 'default');
  expect(await found()).toEqual({ who: 'nobody', lookUps: 1 });
});
