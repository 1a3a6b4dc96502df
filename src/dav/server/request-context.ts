import { KithError } from '../../shared/error.ts';
import { once } from '../../shared/once.ts';
import type { DavCodec, Principal } from './principal.ts';
import type { PropertySource } from './properties.ts';
import { refusal } from './refusal.ts';
import { type DavResources, resourcesOf } from './resources.ts';
import { syncTokenOf } from './sync-token.ts';
import { href } from './xml.ts';

/** Everything that a method handler needs. */
export interface DavContext {
  request: Request;
  principal: Principal;
  resources: DavResources;
  codec: DavCodec;
  source: PropertySource;
  absent(): KithError;
}

export function davContextOf(request: Request, principal: Principal, codec: DavCodec): DavContext {
  const resources = resourcesOf(principal.userId);
  return {
    ...{ request, principal, resources, codec },
    source: {
      ...{ principal, resources },
      state: once(() => principal.book.state()),
      tokenOf: (state) => syncTokenOf(principal.userId, { state }),
    },
    absent: () => new KithError('NotFound', 'There is no resource at this address.'),
  };
}

/** Throws 403 if the app password is read-only. */
export function mayWrite({ principal }: DavContext, path: string, privilege: string): void {
  if (principal.mayWrite) return;
  const needed = `<D:resource>${href(path)}<D:privilege><D:${privilege}/></D:privilege></D:resource>`;
  throw refusal(403, `<D:need-privileges>${needed}</D:need-privileges>`, 'This app password is read-only.');
}
