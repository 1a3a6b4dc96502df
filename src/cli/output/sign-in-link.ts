import { LINK_MINUTES, type SignInLink } from '../../service/users/sign-in-links.ts';
import { publicOrigin } from '../serving/public-origin.ts';

/** Where `kith serve` listens unless it is told otherwise. */
const USUAL_ADDRESS = 'http://127.0.0.1:8334';

/** The address of a one-time link; `origin` is undefined where no page can be reached. */
export const linkTo = ({ token }: SignInLink, origin = publicOrigin(USUAL_ADDRESS)): string =>
  `${origin}/sign-in/link/${token}`;

export const linkInWords = (link: SignInLink): string =>
  `To sign in to the pages of kith serve, which must be running, open this once within ${LINK_MINUTES} minutes:\n${linkTo(link)}`;
