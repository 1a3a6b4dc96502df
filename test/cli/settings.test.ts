import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SETTING_NAMES, type SettingName, settingFacts, settingsIn, settingTrouble } from '../../src/settings.ts';
import { platformFolder } from '../../src/shared/platform-folder.ts';

// A form field's name in clients that install kith from a bundle.
const field = `\${user_config.data_dir}`;

test.each([' ', field])('treats a setting left blank as %j as unset, and as valid', (text) => {
  const blank = Object.fromEntries(SETTING_NAMES.map((name) => [name, text]));
  const { KITH_DATA_DIR: folder, ...rest } = settingsIn({});
  expect(settingsIn(blank)).toEqual({ KITH_DATA_DIR: folder, ...rest });
  for (const name of SETTING_NAMES) expect(settingTrouble(blank, name), name).toBeUndefined();
  expect(rest).toMatchObject({ KITH_RATE_LIMIT: 600, KITH_REPLY_BYTES: 20_000, KITH_LOG_LEVEL: 'info' });
});

test.each<[SettingName, string, unknown]>([
  ['KITH_ALLOW_HTTP', '1', true],
  ['KITH_ALLOW_HTTP', 'yes', false],
  ['KITH_RATE_LIMIT', '0', 0],
  ['KITH_CLIENT_DOCUMENTS', 'off', false],
  ['KITH_REPLY_BYTES', '5000', 5000],
  ['KITH_READ_SECONDS', '.5', 0.5],
  ['KITH_ALLOWED_HOSTS', 'a.example, b.example', ['a.example', 'b.example']],
  ['KITH_GOOGLE_URL', 'http://127.0.0.1:9/', 'http://127.0.0.1:9'],
])('reads %s=%s as %j', (name, text, value) => {
  expect(settingsIn({ [name]: text })[name]).toEqual(value);
  expect(settingTrouble({ [name]: text }, name)).toBeUndefined();
});

test.each<[SettingName, string, unknown]>([
  ['KITH_RATE_LIMIT', 'hunter2', /whole number of requests/],
  ['KITH_LOG_LEVEL', 'hunter2', /must be one of/],
  ['KITH_CLIENT_DOCUMENTS', 'hunter2', /must be on or off/],
  ['KITH_TRUSTED_PROXIES', '10.0.0.0/33', /is not an address/],
  ['KITH_GOOGLE_URL', 'http://hunter2.example', /must begin with https/],
  ['KITH_MICROSOFT_URL', 'https://me:hunter2@host', /contain no user/],
  ['KITH_REPLY_BYTES', '-1', 20_000],
  ['KITH_READ_SECONDS', '0', undefined],
  ['KITH_READ_MEGABYTES', '1.5', undefined],
  ['KITH_BASE_URL', 'hunter2', 'hunter2'],
  ['KITH_DATABASE_URL', 'mysql://hunter2', 'mysql://hunter2'],
  ['KITH_REDIS_URL', 'hunter2:6379', 'hunter2:6379'],
])('reports %s=%s as invalid without showing it, and uses %s', (name, text, value) => {
  expect(settingTrouble({ [name]: text }, name)?.message).toMatch(new RegExp(`^${name}`));
  expect(JSON.stringify(settingTrouble({ [name]: text }, name))).not.toContain('hunter2');
  const read = () => settingsIn({ [name]: text })[name];
  if (value instanceof RegExp) expect(read).toThrow(value);
  else expect(read()).toBe(value);
});

test.each<[NodeJS.Platform, Record<string, string>, string]>([
  ['linux', {}, join(homedir(), '.local/share/kith')],
  ['linux', { XDG_DATA_HOME: 'not/absolute' }, join(homedir(), '.local/share/kith')],
  ['darwin', {}, join(homedir(), 'Library/Application Support/kith')],
  // Roaming folders are copied between computers, which would overwrite each other's data.
  ['win32', { APPDATA: join('/', 'Roaming'), LOCALAPPDATA: join('/', 'Local') }, join('/', 'Local', 'kith')],
  ['win32', { LOCALAPPDATA: '' }, join(homedir(), 'AppData', 'Local', 'kith')],
])('stores data on %s in its own place: %j', (platform, environment, folder) => {
  expect(platformFolder(environment, platform)).toBe(folder);
});

test('marks all credentials as secret', () => {
  const opening = SETTING_NAMES.filter((name) =>
    /SECRET|TOKEN|PASSWORD|_KEY|DATABASE_URL|REDIS_URL|SMTP_URL/.test(name),
  );
  expect(SETTING_NAMES.filter((name) => settingFacts(name).secret)).toEqual(opening);
});
