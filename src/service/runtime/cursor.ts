import type { Secret } from '../../identity/secrets/secret.ts';
import { badRequest } from '../../shared/error.ts';

export type CursorKey = (string | number | null)[];

/**
 * Cursors name the last row of a page by its sort key, so that they go on working after the row is gone.
 * They are signed together with the list they belong to (user, operation, filters, sort): one from elsewhere,
 * or made up, is a 400 (docs/api/paging.md#cursors).
 */
export interface Cursors {
  write(list: string, key: CursorKey): string;
  read(list: string, cursor: string): CursorKey;
}

export function makeCursors(secret: Secret): Cursors {
  const signatures = (list: string, payload: string) =>
    secret.signatures('cursor', `${list}\n${payload}`).map((signature) => signature.slice(0, 22));
  return {
    write(list, key) {
      const payload = Buffer.from(JSON.stringify(key)).toString('base64url');
      return `${payload}.${signatures(list, payload)[0]}`;
    },
    read(list, cursor) {
      const [payload = '', signed, ...more] = cursor.split('.');
      if (!signatures(list, payload).includes(signed ?? '') || more.length > 0) {
        throw badRequest(
          { cursor: 'does not belong to this list, its filters and its sort' },
          'Start again without a cursor.',
        );
      }
      return JSON.parse(Buffer.from(payload, 'base64url').toString()) as CursorKey;
    },
  };
}
