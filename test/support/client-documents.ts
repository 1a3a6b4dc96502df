import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from './service.ts';

/** A server of client id metadata documents on this machine, which a service trusts by `env`. */
export interface DocumentServer {
  env: Record<string, string>;
  /** Puts a document there; its address, which is the client id too. */
  put(path: string, metadata: object): string;
  /** The paths that were read, in order. */
  read(): string[];
  close(): void;
}

export async function documentServer(): Promise<DocumentServer> {
  const folder = temporaryFolder();
  const [key, certificate] = [join(folder.path, 'key.pem'), join(folder.path, 'certificate.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...curve, ...names, '-keyout', key, '-out', certificate], { stdio: 'pipe' });

  const documents = new Map<string, object>();
  const read: string[] = [];
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (request, response) => {
    const path = request.url!;
    read.push(path);
    const document = documents.get(path);
    response.writeHead(document ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(document ?? {}));
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  return {
    env: { NODE_EXTRA_CA_CERTS: certificate, KITH_PRIVATE_HOSTS: 'localhost' },
    put(path, metadata) {
      documents.set(path, { client_id: origin + path, ...metadata });
      return origin + path;
    },
    read: () => read,
    close() {
      server.close();
      server.closeAllConnections();
      folder.remove();
    },
  };
}
