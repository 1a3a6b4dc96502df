import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

// Receivers of messages: a web server and a mail server on this computer.

interface Posted {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Endpoint {
  url: string;
  posts: Posted[];
  /** Responses for the next requests, then 200. */
  answers: { status: number; headers?: Record<string, string> }[];
  /** Called once a request has arrived completely, before its response. */
  onPost: (post: Posted) => void | Promise<void>;
  close(): Promise<void>;
}

export async function startEndpoint(): Promise<Endpoint> {
  const server = createServer(async (request, response) => {
    const post = { path: request.url ?? '', headers: request.headers, body: await text(request) };
    endpoint.posts.push(post);
    await endpoint.onPost(post);
    const { status, headers } = endpoint.answers.shift() ?? { status: 200 };
    response.writeHead(status, headers).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint: Endpoint = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posts: [],
    answers: [],
    onPost() {},
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return endpoint;
}

interface Mail {
  from: string;
  to: string[];
  raw: string;
}

export interface MailServer {
  /** With its user and password. */
  url: string;
  mails: Mail[];
  /** Error codes for the next mails. */
  refusals: number[];
  close(): Promise<void>;
}

const USER = 'kith@example.com';
const PASSWORD = 'a password: of & mail';

export async function startMailServer(): Promise<MailServer> {
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth({ username, password }, _, done) {
      const isRight = username === USER && password === PASSWORD;
      done(isRight ? null : new Error('who are you'), isRight ? { user: USER } : undefined);
    },
    async onData(stream, { envelope }, done) {
      const raw = await text(stream);
      const refusal = mailServer.refusals.shift();
      if (refusal !== undefined) {
        done(Object.assign(new Error(`no room for ${envelope.rcptTo[0]?.address}`), { responseCode: refusal }));
        return;
      }
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
      mailServer.mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw });
      done();
    },
  });
  // A client's error is visible in its response.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const credentials = `${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}`;
  const mailServer: MailServer = {
    url: `smtp://${credentials}@127.0.0.1:${port}`,
    mails: [],
    refusals: [],
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mailServer;
}

/** A mail's headers by lowercase name, unfolded and decoded, and its two texts. */
export function readMail(raw: string): { headers: Record<string, string>; text: string; html: string } {
  const [head, body] = split(raw);
  const headers = headersIn(head);
  const boundary = /boundary="?([^";]+)"?/.exec(headers['content-type']!)![1]!;
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r?\n/, '')));
  const textOf = (type: string) => {
    const [partHead, content] = parts.find(([one]) => headersIn(one)['content-type']!.startsWith(type))!;
    return decodedBy(headersIn(partHead)['content-transfer-encoding'], content);
  };
  return { headers, text: textOf('text/plain'), html: textOf('text/html') };
}

const split = (text: string): [string, string] => {
  const at = /\r?\n\r?\n/.exec(text)!;
  return [text.slice(0, at.index), text.slice(at.index + at[0].length)];
};

const headersIn = (head: string): Record<string, string> =>
  Object.fromEntries(
    head
      .replace(/\r?\n[ \t]+/g, ' ')
      .split(/\r?\n/)
      .map((line) => {
        const at = line.indexOf(':');
        return [line.slice(0, at).toLowerCase(), inWords(line.slice(at + 1).trim())];
      }),
  );

/** Encoded words (RFC 2047). White space between two of them is dropped. */
export const inWords = (text: string): string =>
  text
    .replace(/(\?=)\s+(=\?)/g, '$1$2')
    .replace(/((?:=\?UTF-8\?[BQ]\?[^?]*\?=)+)/gi, (words) =>
      Buffer.concat(
        [...words.matchAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi)].map(([, how, content]) =>
          how!.toUpperCase() === 'B' ? Buffer.from(content!, 'base64') : quoted(content!.replaceAll('_', ' ')),
        ),
      ).toString(),
    );

const quoted = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

function decodedBy(encoding: string | undefined, content: string): string {
  if (encoding === 'base64') return Buffer.from(content, 'base64').toString();
  return encoding === 'quoted-printable' ? quoted(content).toString() : content;
}
