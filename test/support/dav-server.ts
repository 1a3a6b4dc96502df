import { afterAll, expect } from 'vitest';
import { openDatabase } from './database.ts';
import { type DavDevice, deviceOf } from './dav-device.ts';
import { startService } from './service.ts';

// CardDAV as a client meets it, past any library.

export const XML = 'application/xml; charset=utf-8';
export const DAV = 'DAV:';
export const CARD = 'urn:ietf:params:xml:ns:carddav';
export const CS = 'http://calendarserver.org/ns/';

/** Asks for properties, by their elements. */
export const prop = (names: string): string =>
  `<D:propfind xmlns:D="${DAV}" xmlns:C="${CARD}" xmlns:CS="${CS}"><D:prop>${names}</D:prop></D:propfind>`;

/** The addresses of the cards in a device's book. */
export async function hrefsIn(device: DavDevice): Promise<string[]> {
  const names = await device.propfind(device.book, '1', prop('<D:getetag/>'));
  return names.map(({ href }) => href).filter((href) => href !== device.book);
}

/** A service with a person who has a phone, one that may only read, and three people; and another person. Call it at the file's top level. */
export async function davServerForFile() {
  const service = await startService();
  const database = openDatabase(service.dataDir);
  const ada = await service.user('ada@example.com');
  const eve = await service.user('eve@example.com');
  const phone = await deviceOf(service, ada, { contacts: 3 });
  const reader = await deviceOf(service, ada, { name: 'reader', permissions: 'read' });
  afterAll(async () => {
    database.close();
    await service.stop();
    expect(service.log()).not.toContain('unexpected fault');
  });
  return { service, database, ada, eve, phone, reader };
}
