import { KithError } from '../../shared/error.ts';
import { once } from '../../shared/once.ts';
import { type Places, placesOf } from './places.ts';
import type { Telling } from './properties.ts';
import { refusal } from './refusal.ts';
import { tokenOf } from './sync-token.ts';
import type { Codec, Visitor } from './visitor.ts';
import { href } from './xml.ts';

/** What every method needs of a request. */
export interface DavContext {
  request: Request;
  visitor: Visitor;
  places: Places;
  codec: Codec;
  telling: Telling;
  absent(): KithError;
}

export function davContextOf(request: Request, visitor: Visitor, codec: Codec): DavContext {
  const places = placesOf(visitor.userId);
  return {
    ...{ request, visitor, places, codec },
    telling: {
      ...{ visitor, places },
      state: once(() => visitor.book.state()),
      tokenOf: (state) => tokenOf(visitor.userId, { state }),
    },
    absent: () => new KithError('NotFound', 'There is nothing at this address.'),
  };
}

/** Throws 403 for a password that may only read. */
export function mayWrite({ visitor }: DavContext, path: string, privilege: string): void {
  if (visitor.mayWrite) return;
  const needed = `<D:resource>${href(path)}<D:privilege><D:${privilege}/></D:privilege></D:resource>`;
  // RFC 3744, 7.1.1.
  throw refusal(403, `<D:need-privileges>${needed}</D:need-privileges>`, 'This app password may only read.');
}
