import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { certificateIn } from './certificates.ts';
import { temporaryFolder } from './service.ts';

/** A local server for client ID metadata documents, which a service trusts through `env`. */
export interface DocumentServer {
  env: Record<string, string>;
  /** Publishes a document. Returns its URL, which is also the client ID. */
  put(path: string, metadata: object): string;
  /** The requested paths, in order. */
  read(): string[];
  close(): void;
}

export async function documentServer(): Promise<DocumentServer> {
  const folder = temporaryFolder();
  const { key, cert, path } = certificateIn(folder.path, 'localhost', '-addext', 'subjectAltName=DNS:localhost');
  const documents = new Map<string, object>();
  const read: string[] = [];
  const server = createServer({ key, cert }, (request, response) => {
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
    env: { NODE_EXTRA_CA_CERTS: path, KITH_PRIVATE_HOSTS: 'localhost' },
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
