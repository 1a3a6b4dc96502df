import { makeLink } from '../../identity/users/sign-in-links.ts';
import { localUser } from '../../identity/users/users.ts';
import { settings } from '../../process/environment.ts';
import { tell } from '../../process/print.ts';
import type { Data } from '../../service/data/open-data.ts';
import { linkInWords, linkTo } from '../administration/sign-in-link.ts';
import { openInBrowser } from '../browser/open-in-browser.ts';
import { serveUntilStopped } from './serve.ts';

/** `kith open`: opens the web app in the browser, only for the local user on this computer, until it is stopped. */
export async function runOpen({ port, browser }: { port: string; browser: boolean }): Promise<number> {
  let removeFile = () => {};
  const onLinkUsed = () => removeFile();
  try {
    return await serveUntilStopped({ host: '127.0.0.1', port, isLocal: true, onLinkUsed }, async (origin, data) => {
      const address = await printLink(origin, data);
      if (browser) removeFile = openInBrowser(address);
    });
  } finally {
    removeFile();
  }
}

/** Prints a one-time sign-in link for the local user and returns its URL. */
async function printLink(origin: string, { store, secret }: Data): Promise<string> {
  const { email } = await localUser(store, settings.KITH_USER);
  const link = await makeLink(store, secret, email);
  tell(`${linkInWords(link, origin)}\n`);
  return linkTo(link, origin);
}
