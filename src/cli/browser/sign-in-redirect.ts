import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KithError } from '../../shared/error.ts';
import { SECURITY_HEADERS } from '../../shared/http/security-headers.ts';

/** Waits for the browser's redirect after a sign-in (RFC 8252, 7.3). Listens only on loopback. */
export interface RedirectListener {
  /** The exact redirect URL sent to the provider. */
  redirectUri: string;
  /**
   * Resolves to the first redirect that passes `isOurs`. Other web pages and programs on this computer can also send
   * requests here, which are rejected. Throws after a timeout.
   */
  redirected(isOurs: (answer: URL) => boolean): Promise<URL>;
  close(): void;
}

const TIMEOUT_MS = 10 * 60_000;
const DONE =
  '<!doctype html><meta charset="utf-8"><title>kith</title><p>You are signed in. You can close this window.</p>';

/** `host` is the loopback name registered at the provider: 127.0.0.1 for Google, localhost for Microsoft. */
export async function listenForRedirect(host: '127.0.0.1' | 'localhost'): Promise<RedirectListener> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const redirectUri = `http://${host}:${(server.address() as AddressInfo).port}`;
  const redirected = (isOurs: (answer: URL) => boolean) =>
    new Promise<URL>((resolve, reject) => {
      const late = setTimeout(
        () =>
          reject(
            new KithError('Conflict', 'The sign-in was not completed within ten minutes.', {
              hint: 'Run kith connect again.',
            }),
          ),
        TIMEOUT_MS,
      ).unref();
      server.on('request', (request, response) => {
        const url = URL.canParse(request.url ?? '', redirectUri) ? new URL(request.url ?? '', redirectUri) : undefined;
        // Browsers also request an icon.
        const isAnswer = url?.origin === new URL(redirectUri).origin && url.pathname === '/' && isOurs(url);
        const headers = { 'Content-Type': 'text/html; charset=utf-8', Connection: 'close' };
        response.writeHead(isAnswer ? 200 : 404, { ...SECURITY_HEADERS, ...headers });
        response.end(isAnswer ? DONE : '');
        if (!isAnswer) return;
        clearTimeout(late);
        resolve(url);
      });
    });
  return { redirectUri, redirected, close: () => server.close() };
}
