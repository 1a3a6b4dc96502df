import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A third party's server, which answers every request as plausibly as possible. */
export interface Trap {
  /** `127.0.0.1:PORT`. */
  host: string;
  port: number;
  /** Everything received: request line, headers, and body. It must stay empty. */
  seen: string[];
  close(): void;
}

/** A name that only the trap returns: anyone who has it has read from the trap. */
export const MALLORY = 'Mallory';

const CARD = `BEGIN:VCARD\r\nVERSION:3.0\r\nUID:m@test\r\nFN:${MALLORY}\r\nN:${MALLORY};;;;\r\nEND:VCARD\r\n`;
const CALENDAR = [
  ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:m', 'DTSTART:20261124T100000Z', `SUMMARY:${MALLORY}`],
  ...['END:VEVENT', 'END:VCALENDAR', ''],
].join('\r\n');
const JSON_BODY = JSON.stringify({
  ...{ data: [{ id: 1, first_name: MALLORY }], meta: { last_page: 1 }, value: [], items: [], messages: [] },
  ...{ access_token: MALLORY, refresh_token: MALLORY, token_type: 'Bearer', expires_in: 3600 },
});

const multistatus = (path: string) =>
  `<d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav"><d:response><d:href>${path.replace(/[&<]/g, '')}</d:href><d:propstat><d:prop>` +
  '<d:resourcetype><d:collection/><c:addressbook/></d:resourcetype><d:current-user-principal><d:href>/me/</d:href></d:current-user-principal>' +
  '<c:addressbook-home-set><d:href>/home/</d:href></c:addressbook-home-set>' +
  `<c:address-data>${CARD}</c:address-data></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>`;

export async function startTrap(): Promise<Trap> {
  const trap: Trap = { host: '', port: 0, seen: [], close: () => server.close() };
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    let body = '';
    for await (const chunk of request) body += chunk;
    trap.seen.push(`${method} ${url} ${JSON.stringify(headers)} ${body}`);
    const { accept = '' } = headers;
    if (method === 'PROPFIND' || method === 'REPORT') response.writeHead(207).end(multistatus(url));
    else if (accept.includes('vcard')) response.end(CARD);
    else if (accept.includes('calendar')) response.end(CALENDAR);
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON_BODY);
  });
  // A proxy client would send this request.
  server.on('connect', (request, socket) => {
    trap.seen.push(`CONNECT ${request.url}`);
    socket.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  trap.port = (server.address() as AddressInfo).port;
  trap.host = `127.0.0.1:${trap.port}`;
  return trap;
}

/** URLs that lead, or seem to lead, from `home` to the trap, in the spellings of a malicious response. */
export function hostileReferences(home: string, { host: trap, port }: Trap): string[] {
  return [
    ...[`http://${trap}/x.vcf`, `//${trap}/x.vcf`, `http://${home}//${trap}/x.vcf`, `/.//${trap}/x.vcf`],
    ...[`/..//${trap}/x.vcf`, `/dav/home/friends/..//..//../..//${trap}/x.vcf`, `/%2e//${trap}/x.vcf`],
    ...[`\\\\${trap}/x.vcf`, `/\\${trap}/x.vcf`, `\\/${trap}/x.vcf`, `http:\\\\${trap}\\x.vcf`, `/\t/${trap}/x.vcf`],
    ...[
      `\t//${trap}/x.vcf`,
      ` //${trap}/x.vcf`,
      `ht\ntp://${trap}/x.vcf`,
      `/\n/${trap}/x.vcf`,
      `http:///${trap}/x.vcf`,
    ],
    ...[`HTTP://${trap}/x.vcf`, `http://LOCALHOST:${port}/x.vcf`, `http://127.1:${port}/x.vcf`],
    ...[`http://0x7f000001:${port}/x.vcf`, `http://2130706433:${port}/x.vcf`, `http://127.0.0.1.:${port}/x.vcf`],
    ...[
      `http://①②⑦.⓪.⓪.①:${port}/x.vcf`,
      `http://[::ffff:127.0.0.1]:${port}/x.vcf`,
      `http://%31%32%37.0.0.1:${port}/x.vcf`,
    ],
    ...[`http://${home}@${trap}/x.vcf`, `http://ann:secret@${trap}/x.vcf`, `http://ann:secret@${home}/x.vcf`],
    ...[`http://${trap}#@${home}/x.vcf`, `http://${trap}?@${home}/x.vcf`, `http://${trap}\\@${home}/x.vcf`],
    ...[`https://${home}/x.vcf`, `https://${trap}/x.vcf`, `ws://${trap}/x.vcf`, `ftp://${trap}/x.vcf`],
    ...[`blob:http://${home}/x.vcf`, `blob:http://${trap}/x.vcf`, 'javascript:alert(1)', 'file:///etc/passwd'],
    ...[`data:text/vcard,${encodeURIComponent(CARD)}`, 'http://', 'http://[', ''],
  ];
}

/** A third of them, a different one for each location. */
export const someReferences = (home: string, trap: Trap, place: number): string[] =>
  hostileReferences(home, trap).filter((_, index) => index % 3 === place % 3);
