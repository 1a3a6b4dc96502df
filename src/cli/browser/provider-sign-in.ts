import { createInterface } from 'node:readline/promises';
import { say } from '../../process/print.ts';
import { type NewAccount, saveAccount } from '../../providers/accounts/connect.ts';
import type { OAuthProvider } from '../../providers/accounts/oauth.ts';
import type { SignInRequest } from '../../providers/accounts/sign-in.ts';
import { withUser } from '../../server/composition/local-data.ts';
import { providerClient } from '../../server/provider-client.ts';
import { KithError } from '../../shared/error.ts';
import { listenForRedirect } from './sign-in-redirect.ts';

// Signs in with Google or Microsoft. The sign-in happens between a browser and this process, so it is not an operation.

/** How the sign-in result reaches kith: over loopback, pasted, or with a code entered on another device. */
export type SignInWay = 'browser' | 'paste' | 'device';

interface SignInWords {
  /** Its name on the command line. */
  kind: string;
  /** Loopback name in its redirect URI. */
  host: '127.0.0.1' | 'localhost';
  byDevice: boolean;
}

export const SIGN_INS: Record<OAuthProvider, SignInWords> = {
  GOOGLE: { kind: 'google', host: '127.0.0.1', byDevice: false },
  OFFICE365: { kind: 'microsoft', host: 'localhost', byDevice: true },
};

/** Signs in and stores the account for the local user, or for the user with this email. */
export async function connectProvider(
  provider: OAuthProvider,
  { way, write, user: email }: { way: SignInWay; write: boolean; user: string | undefined },
): Promise<NewAccount> {
  const request: SignInRequest = { ...providerClient(provider), write };
  const account = await { browser: byBrowser, paste: byPaste, device: byDevice }[way](request);
  await withUser(email, (data, user) => saveAccount(data, user.user_id, account));
  return account;
}

const signIn = () => import('../../providers/accounts/sign-in.ts');

async function byBrowser(request: SignInRequest): Promise<NewAccount> {
  const loopback = await listenForRedirect(SIGN_INS[request.provider].host);
  try {
    const { url, isOurs, finish } = await (await signIn()).browserSignIn(request, loopback.redirectUri);
    await say(`Open this URL in a browser on this computer:\n\n${url}\n\n`);
    return await finish(await loopback.redirected(isOurs));
  } finally {
    loopback.close();
  }
}

/** For a server without a browser: the redirect page does not load, but its URL contains the result. */
async function byPaste(request: SignInRequest): Promise<NewAccount> {
  const { url, finish } = await (await signIn()).browserSignIn(
    request,
    `http://${SIGN_INS[request.provider].host}:8335`,
  );
  await say(`Open this URL in any browser:\n\n${url}\n\n`);
  await say(
    'After you agree, the browser shows a page that cannot load. Copy the URL of that page and paste it here:\n',
  );
  const lines = createInterface({ input: process.stdin });
  try {
    for await (const line of lines) {
      const text = line.trim();
      if (URL.canParse(text)) return await finish(new URL(text));
      if (text !== '') await say('That is not a URL. It must begin with http://\n');
    }
  } finally {
    lines.close();
  }
  throw new KithError('BadRequest', 'No URL was pasted.');
}

async function byDevice(request: SignInRequest): Promise<NewAccount> {
  const { url, code, finished } = await (await signIn()).deviceSignIn(request);
  await say(`Open ${url} on any device and enter the code ${code}\n`);
  return finished;
}
