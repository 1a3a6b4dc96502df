import { type DiscoveredBook, findBooks } from '../../dav/client/discover.ts';
import { settings } from '../../process/environment.ts';
import type { BookSignIn } from '../../service/sync/books.ts';
import { requestSigner } from '../../shared/http/authentication.ts';
import { type HttpSource, type HttpSourceOptions, openHttpSource } from '../../shared/http/http-source.ts';

type Waiting = Pick<HttpSourceOptions, 'signal' | 'onWait' | 'tries'>;

/** Opens an address book server. Throws a KithError for an unusable address. */
export function openServer({ url, user, password, isPublic }: BookSignIn, waiting: Waiting = {}): HttpSource {
  const current = requestSigner(user, password);
  return openHttpSource(url, {
    authorization: current.authorization,
    learn: current.learn,
    allowHttp: settings.KITH_ALLOW_HTTP,
    publicBut: isPublic ? settings.KITH_PRIVATE_HOSTS : undefined,
    ...waiting,
  });
}

/** Finds the address books at an address. Throws a KithError if there is none, or if the sign-in fails. */
export async function booksAt(signIn: BookSignIn, waiting?: Waiting): Promise<DiscoveredBook[]> {
  const server = openServer(signIn, waiting);
  try {
    return await findBooks(server);
  } finally {
    await server.close();
  }
}
