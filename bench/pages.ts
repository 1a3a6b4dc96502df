import { join } from 'node:path';
import type { AuthorizationServer } from '../src/identity/oauth/authorization-server.ts';
import { makeLink, signInByLink } from '../src/identity/users/sign-in-links.ts';
import { localUser } from '../src/identity/users/users.ts';
import { localNotices } from '../src/mcp/notifications/notices.ts';
import { webRoutes } from '../src/server/web.ts';
import { openData } from '../src/service/data/open-data.ts';
import { noJournal } from '../src/service/runtime/audit-buffer.ts';
import { createService } from '../src/service/service.ts';
import { sessionCookie } from '../src/web/requests/session-cookie.ts';
import { Samples, type Spread, short, table, timed, times } from './figures.ts';
import { seed } from './seed.ts';

const ORIGIN = 'http://localhost:4000';
const PATHS = ['/today', '/people', '/people?q=ada', '/people/ID', '/duplicates'];
const MIN_ROUNDS = 20;
/** Requests per page, the first fifth of them as a warm-up. */
const SECONDS = 5;

export interface PageFigures {
  size: number;
  pages: { path: string; bytes: number; page: Spread; operations: Spread }[];
}

/**
 * Pages beside the operations that they call: the whole page, from the request with its cookie to the compressed
 * document, and the same calls alone, one after another. In this process, in turns.
 */
export async function measurePages(folder: string, size: number): Promise<PageFigures> {
  const { store, secret } = openData(join(folder, `pages-${size}`), undefined);
  const user = await localUser(store);
  const [contactId] = await seed({ store, secret }, user, size);
  const service = createService({
    store,
    secret,
    version: 'bench',
    authenticate: async () => undefined,
    onFault: (_, error) => {
      throw error;
    },
  });
  type Call = Parameters<typeof service.call>;
  let made: Call[] = [];
  const call: typeof service.call = (...args) => {
    made.push(args as unknown as Call);
    return service.call(...args);
  };
  const { route } = webRoutes({
    ...{
      store,
      secret,
      journal: noJournal,
      notices: localNotices(),
      origin: ORIGIN,
      host: '127.0.0.1',
      isLocal: false,
    },
    service: { ...service, call },
    // No measured page checks the host.
    authorization: {} as AuthorizationServer,
    provider: undefined,
  });
  const link = await signInByLink(store, secret, (await makeLink(store, secret, user.email)).token, {
    address: undefined,
    browser: '',
  });
  if (typeof link === 'string') throw new Error(`the link is ${link}`);
  const cookie = sessionCookie(ORIGIN, link.token).split(';')[0]!;
  const headers = { cookie, host: new URL(ORIGIN).host, accept: 'text/html', 'accept-encoding': 'gzip' };
  const page = async (path: string): Promise<number> => {
    const answer = await route(new Request(ORIGIN + path, { headers }), undefined)!;
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    return (await answer.arrayBuffer()).byteLength;
  };

  const pages: PageFigures['pages'] = [];
  for (const path of PATHS.map((path) => path.replace('ID', contactId!))) {
    made = [];
    const bytes = await page(path);
    const calls = made;
    made = [];
    const samples = new Samples();
    const [began, isOver] = [performance.now(), (part: number) => performance.now() - began > SECONDS * 1_000 * part];
    for (let round = 0; round < MIN_ROUNDS || !isOver(1); round++) {
      const took = await timed(() => page(path));
      const bare = await timed(async () => {
        for (const args of calls) await service.call(...args);
      });
      if (round < MIN_ROUNDS / 5 || !isOver(0.2)) continue;
      samples.add('page', took);
      samples.add('operations', bare);
    }
    pages.push({ path, bytes, page: samples.get('page')!, operations: samples.get('operations')! });
  }
  await service.idle();
  await store.close();
  return { size, pages };
}

export const pageTable = ({ size, pages }: PageFigures): string =>
  table(
    `Pages beside their operations, ${short(size)} contacts, in process and in turns`,
    ['', 'gzip bytes', 'page, p50 ms', 'operations, p50 ms', 'ratio'],
    pages.map(({ path, bytes, page, operations }) => [
      path.replace(/[0-9a-f-]{36}/, 'ID'),
      short(bytes),
      short(page.p50),
      short(operations.p50),
      times(page.p50 / operations.p50),
    ]),
  );
