import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface NpmRegistry {
  url: string;
  /** Names of the packages that were downloaded, not only looked up. */
  fetched: string[];
  close(): Promise<void>;
}

/** An npm registry on a loopback port with only these packed packages. */
export async function npmRegistry(tarballs: string[]): Promise<NpmRegistry> {
  const packages = new Map(tarballs.map((path) => [manifestOf(path).name, path]));
  const fetched: string[] = [];
  const server = createServer(({ url: path }, response) => {
    const [, name = '', isFile] = /^\/(.*?)(\.tgz)?$/.exec(decodeURIComponent(path!))!;
    const tarball = packages.get(name);
    if (tarball === undefined) return void response.writeHead(404).end();
    if (!isFile) return void response.end(JSON.stringify(described(tarball, `${url}/${encodeURIComponent(name)}.tgz`)));
    fetched.push(name);
    response.end(readFileSync(tarball));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ url, fetched },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** A registry's metadata for a package with one version. */
function described(path: string, tarball: string): object {
  const manifest = manifestOf(path);
  const integrity = `sha512-${createHash('sha512').update(readFileSync(path)).digest('base64')}`;
  return {
    name: manifest.name,
    'dist-tags': { latest: manifest.version },
    versions: { [manifest.version]: { ...manifest, dist: { tarball, integrity } } },
  };
}

const manifestOf = (tarball: string): { name: string; version: string } =>
  JSON.parse(execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' }));
