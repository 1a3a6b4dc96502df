import { KithError } from '../../contract/error.ts';
import { LINK_MINUTES, type SignInLink } from '../../service/users/sign-in-links.ts';
import { publicOrigin } from '../serving/public-origin.ts';

/** Where `kith serve` listens unless it is told otherwise. */
export const USUAL_ADDRESS = 'http://127.0.0.1:8334';

/** Where people reach the pages of a `kith serve` with the settings here. Throws 400 where they cannot. */
export function signInOrigin(): string {
  const origin = publicOrigin(USUAL_ADDRESS);
  if (origin !== undefined) return origin;
  throw new KithError('BadRequest', 'Nobody can sign in under KITH_PUBLIC_URL.', {
    hint: 'Set it to an https address without a path, such as https://kith.example.com.',
  });
}

export const linkTo = ({ token }: SignInLink, origin: string): string => `${origin}/sign-in/link/${token}`;

export const linkInWords = (link: SignInLink, origin: string): string =>
  `Open this once within ${LINK_MINUTES} minutes to sign in as ${link.email}:\n${linkTo(link, origin)}`;

/** The line below it, for somebody who did not start the service just now. */
export const MUST_RUN = 'kith serve must be running.';
