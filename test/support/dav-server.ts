import { afterAll, expect } from 'vitest';
import { openDatabase } from './database.ts';
import { type DavDevice, deviceOf } from './dav-device.ts';
import { startService } from './service.ts';

// CardDAV at the HTTP level, without a library.

export const XML = 'application/xml; charset=utf-8';
export const DAV = 'DAV:';
export const CARD = 'urn:ietf:params:xml:ns:carddav';
export const CS = 'http://calendarserver.org/ns/';

/** Requests properties by their elements. */
export const prop = (names: string): string =>
  `<D:propfind xmlns:D="${DAV}" xmlns:C="${CARD}" xmlns:CS="${CS}"><D:prop>${names}</D:prop></D:propfind>`;

/** The URLs of the cards in a device's book. */
export async function hrefsIn(device: DavDevice): Promise<string[]> {
  const names = await device.propfind(device.book, '1', prop('<D:getetag/>'));
  return names.map(({ href }) => href).filter((href) => href !== device.book);
}

/**
 * A service with a user who has a phone, a read-only device, and three people, and with another user. Call it at the
 * file's top level.
 */
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
