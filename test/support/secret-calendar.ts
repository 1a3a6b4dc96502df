import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// A calendar at a URL that only its owner knows.

export interface SecretCalendar {
  address: string;
  /** Title of its event. `withdrawn` is one that no longer exists. */
  title: string;
  /** Number of full downloads. */
  given: number;
  close(): void;
}

const text = (title: string) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'X-WR-CALNAME:Club',
    'BEGIN:VEVENT',
    'UID:1@club',
    'DTSTART;TZID=Europe/Berlin:20261123T190000',
    'DURATION:PT2H',
    'RRULE:FREQ=WEEKLY;COUNT=3',
    `SUMMARY:${title}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');

export async function startSecretCalendar(title: string): Promise<SecretCalendar> {
  const server = createServer(({ url, headers }, response) => {
    const { title } = calendar;
    if (url !== '/secret/calendar.ics' || title === 'withdrawn') return response.writeHead(404).end();
    if (headers['if-none-match'] === `"${title}"`) return response.writeHead(304).end();
    calendar.given++;
    return response.writeHead(200, { 'content-type': 'text/calendar', etag: `"${title}"` }).end(text(title));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret/calendar.ics`;
  const calendar: SecretCalendar = { address, title, given: 0, close: () => server.close() };
  return calendar;
}
