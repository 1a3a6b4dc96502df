import type { Secret } from '../../identity/secrets/secret.ts';
import { badRequest } from '../../shared/error.ts';

export type CursorKey = (string | number | null)[];

/**
 * A cursor holds the sort key of a page's last row, so it stays valid after that row is deleted. It is signed together
 * with its list (user, operation, filters, sort). A cursor of another list, or a forged one, fails with 400
 * (docs/api/paging.md#cursors).
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
          { cursor: 'does not match this list, its filters, and its sort' },
          'Start again without a cursor.',
        );
      }
      return JSON.parse(Buffer.from(payload, 'base64url').toString()) as CursorKey;
    },
  };
}
