import { noServer, runningServer } from '../../identity/users/find-server.ts';
import { LINK_MINUTES, type SignInLink } from '../../identity/users/sign-in-links.ts';
import { settings } from '../../process/environment.ts';
import { publicOrigin } from '../../server/composition/public-origin.ts';
import type { Data } from '../../service/data/open-data.ts';
import { KithError } from '../../shared/error.ts';

/** The web app's origin for this data: KITH_PUBLIC_URL, or a running `kith serve`. */
export const signInOrigin = async (data: Data): Promise<string | undefined> =>
  settings.KITH_PUBLIC_URL === undefined
    ? runningServer(data, ({ isLocal }) => !isLocal)
    : publicOrigin(settings.KITH_PUBLIC_URL);

/** Returns the error for a missing origin. */
export const noSignInOrigin = (): KithError =>
  settings.KITH_PUBLIC_URL === undefined
    ? noServer('kith serve')
    : new KithError('BadRequest', 'KITH_PUBLIC_URL does not support sign-in.', {
        hint: 'Set it to an https URL without a path, such as https://kith.example.com.',
      });

export const linkTo = ({ token }: SignInLink, origin: string): string => `${origin}/sign-in/link/${token}`;

export const linkInWords = (link: SignInLink, origin: string): string =>
  `Open this one-time link within ${LINK_MINUTES} minutes to sign in as ${link.email}:\n${linkTo(link, origin)}`;

/** The line after the link. With KITH_PUBLIC_URL, kith does not check whether a server is running. */
export const serverNote = (): string => (settings.KITH_PUBLIC_URL === undefined ? '' : '\nkith serve must be running.');
