import { KithError } from '../../contract/error.ts';
import { once } from '../../contract/operation.ts';
import { type Places, placesOf } from './places.ts';
import type { Telling } from './properties.ts';
import { tokenOf } from './sync-token.ts';
import type { Codec, Visitor } from './visitor.ts';

/** What every method needs of a request. */
export interface Scene {
  request: Request;
  visitor: Visitor;
  places: Places;
  codec: Codec;
  telling: Telling;
  absent(): KithError;
}

export function sceneOf(request: Request, visitor: Visitor, codec: Codec): Scene {
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
