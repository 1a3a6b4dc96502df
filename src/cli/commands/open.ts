import type { Data } from '../../service/data.ts';
import { makeLink } from '../../service/users/sign-in-links.ts';
import { localUser } from '../../service/users/users.ts';
import { settings } from '../environment.ts';
import { openInBrowser } from '../open-in-browser.ts';
import { tell } from '../output/print.ts';
import { linkInWords, linkTo } from '../output/sign-in-link.ts';
import { serveUntilStopped } from './serve.ts';

/** `kith open`: the pages for the local user, on this machine alone, in the browser; until it is stopped. */
export function runOpen({ port, browser }: { port: string; browser: boolean }): Promise<number> {
  return serveUntilStopped({ host: '127.0.0.1', port, isLocal: true }, (origin, data) =>
    showPages(origin, data, browser),
  );
}

/** Signs the local user in by a link of one use, at the terminal and in their browser. */
async function showPages(origin: string, { store, secret }: Data, browser: boolean): Promise<void> {
  const { email } = await localUser(store, settings.KITH_USER);
  const link = await makeLink(store, secret, email);
  tell(`${linkInWords(link, origin)}\n`);
  if (browser) openInBrowser(linkTo(link, origin));
}
