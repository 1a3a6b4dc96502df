import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { product } from '../../scripts/packaging/product.ts';
import { SETTING_NAMES } from '../../src/settings.ts';
import { unpackedPackage } from '../support/debian.ts';
import { freePort } from '../support/free-port.ts';
import type { Json } from '../support/people.ts';
import { apiAt, kith, startService, temporaryFolder } from '../support/service.ts';

// Files that an administrator copies from deploy/ to a server.

const compose = parse(readFileSync('deploy/compose.yaml', 'utf8'));
const folder = temporaryFolder();
const caddy = existsSync('/usr/bin/caddy') ? '/usr/bin/caddy' : join(unpackedPackage('caddy') ?? '', 'usr/bin/caddy');
let proxy: ChildProcess | undefined;
afterAll(() => {
  proxy?.kill();
  folder.remove();
});

test('compose.yaml uses only existing settings, and takes from .env what example.env lists', () => {
  const { environment, image } = compose.services.kith;
  for (const name of Object.keys(environment)) expect(SETTING_NAMES).toContain(name);
  expect(image).toContain(new URL(product.source).pathname);
  const text = readFileSync('deploy/compose.yaml', 'utf8');
  const taken = new Set(
    [...text.matchAll(/\$\{(\w+)[:}]/g)].map(([, name]) => name).filter((name) => name !== 'KITH_VERSION'),
  );
  const told = [...readFileSync('deploy/example.env', 'utf8').matchAll(/^(\w+)=$/gm)].map(([, name]) => name);
  expect(new Set(told)).toEqual(taken);
});

test("Containerfile has the registry entry's name, and runs unprivileged in the data folder", () => {
  const lines = readFileSync('Containerfile', 'utf8').split('FROM ').at(-1)!;
  expect(lines).toContain(`io.modelcontextprotocol.server.name="${product.mcpName}"`);
  expect(lines).toContain(`org.opencontainers.image.source="${product.source}"`);
  expect(lines).toContain(`org.opencontainers.image.licenses="${product.license}"`);
  for (const line of ['USER 65532:65532', 'ENV KITH_DATA_DIR=/data', 'VOLUME /data', 'WORKDIR /data'])
    expect(lines).toContain(`\n${line}\n`);
});

test("only Caddy's reserved address may report where a request comes from", () => {
  const { caddy, ...others } = compose.services;
  expect(compose.services.kith.environment.KITH_TRUSTED_PROXIES).toBe(caddy.networks.kith.ipv4_address);
  for (const { networks } of Object.values<Json>(others)) expect(networks).toEqual(['kith']);
  // The other containers get addresses from here. Caddy's last number is below the range.
  const [{ ip_range: given }] = compose.networks.kith.ipam.config;
  expect(given).toMatch(/\.128\/25$/);
  expect(Number(caddy.networks.kith.ipv4_address.split('.')[3])).toBeLessThan(128);
});

test('keeps the secrets file out of commits and image builds', () => {
  expect(readFileSync('.gitignore', 'utf8').split('\n')).toContain('.env');
  expect(readFileSync('.dockerignore', 'utf8').split('\n')).toContain('**/.env');
});

test("documents a service command with the unit's folders", () => {
  const page = readFileSync('docs/tutorials/self-hosting.md', 'utf8');
  const unit = readFileSync('deploy/kith.service', 'utf8');
  for (const [line, name] of unit.matchAll(/^(StateDirectory|CacheDirectory|EnvironmentFile|DynamicUser|UMask)=.*$/gm))
    expect(page, name).toContain(`--property ${line}`);
  for (const one of /^Environment=(.*)$/m.exec(unit)![1]!.split(' ')) expect(page).toContain(`--setenv ${one}`);
});

test.runIf(existsSync('/usr/bin/systemd-analyze'))(
  'systemd accepts the unit, apart from the missing kith program',
  () => {
    const unit = readFileSync('deploy/kith.service', 'utf8').replace('/usr/local/bin/kith', '/bin/true');
    const path = join(folder.path, 'kith.service');
    writeFileSync(path, unit);
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  },
);

test.runIf(existsSync(caddy))("Caddy forwards the client's address, and all paths", async () => {
  const data = join(folder.path, 'data');
  mkdirSync(data);
  const port = await freePort();
  const publicUrl = `http://localhost:${port}`;
  const service = await startService(data, { KITH_TRUSTED_PROXIES: '127.0.0.1', KITH_PUBLIC_URL: publicUrl });
  try {
    const env = {
      ...process.env,
      HOME: folder.path,
      KITH_DOMAIN: publicUrl,
      KITH_UPSTREAM: new URL(service.baseUrl).host,
    };
    // Its own port is not accessed.
    const config = join(folder.path, 'Caddyfile');
    writeFileSync(config, `{\n\tadmin off\n}\n${readFileSync('deploy/Caddyfile', 'utf8')}`);
    proxy = spawn(caddy, ['run', '--config', config, '--adapter', 'caddyfile'], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    for (let told = ''; !told.includes('serving initial configuration'); )
      told += (await once(proxy.stderr!, 'data'))[0];
    const user = await service.user();
    const api = apiAt(publicUrl, user.apiKey);
    expect((await api.get('/v2/contacts')).status).toBe(200);
    const { status, body } = await api.get('/.well-known/oauth-authorization-server');
    expect([status, body.issuer]).toEqual([200, publicUrl]);
    // A client's own claim is ignored.
    expect(await refusedFrom('127.0.0.2', port, { 'x-forwarded-for': '203.0.113.7' })).toBe(401);
    expect(await refusedFrom('127.0.0.3', port, { forwarded: 'for=203.0.113.7' })).toBe(401);
  } finally {
    await service.stop();
  }
  const { stdout } = await kith(data, 'log', '--json');
  const lines = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const refused = lines.filter(({ event }) => event === 'key.refused');
  expect(refused.map(({ address }) => address).toSorted()).toEqual(['127.0.0.2', '127.0.0.3']);
});

/** Status of a request with a wrong key, from a client with another address. */
async function refusedFrom(localAddress: string, port: number, headers: Record<string, string>): Promise<number> {
  const authorization = 'Bearer wrong';
  const sent = request({
    ...{ host: '127.0.0.1', port, localAddress, path: '/v2/contacts' },
    headers: { host: `localhost:${port}`, authorization, ...headers },
  });
  const [answer] = await once(sent.end(), 'response');
  answer.resume();
  return answer.statusCode;
}
