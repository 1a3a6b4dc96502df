import { createInterface } from 'node:readline/promises';
import { suggestion } from '../../contract/schema/arguments.ts';
import { settings } from '../../process/environment.ts';
import { oneLine, say } from '../../process/print.ts';
import { type NewAccount, saveAccount } from '../../providers/accounts/connect.ts';
import type { OAuthProvider } from '../../providers/accounts/oauth.ts';
import type { SignIn } from '../../providers/accounts/sign-in.ts';
import { withUser } from '../../server/composition/local-data.ts';
import { withPlainClient } from '../../server/composition/open-client.ts';
import { providerClient } from '../../server/provider-client.ts';
import { KithError } from '../../shared/error.ts';
import { listenForRedirect } from '../browser/sign-in-redirect.ts';
import { wrongUsage } from '../input/arguments.ts';
import { takeSecret } from '../input/ask.ts';
import { connectBooks } from './address-books.ts';

/** `kith connect`: a mail and calendar account, a calendar by its address, or an address book elsewhere. */
export async function runConnect(kind: string, address: string | undefined, values: Choices): Promise<number> {
  if (kind === 'carddav') return connectBooks(address, values);
  if (kind === 'ics') return sayConnected(await connectCalendar(address, values));
  if (settings.KITH_BASE_URL) {
    throw new KithError('BadRequest', 'KITH_BASE_URL names a remote service; accounts are connected where it runs.', {
      hint: 'Run kith connect there, with --user and your e-mail.',
    });
  }
  const account = await newAccount(kind, address, values);
  return sayConnected(await withUser(values.user, (data, user) => saveAccount(data, user.user_id, account)));
}

async function sayConnected({ email, capabilities }: Pick<NewAccount, 'email' | 'capabilities'>): Promise<number> {
  await say(`${oneLine(email)} is connected: ${capabilities.join(', ')}.\n`);
  return 0;
}

async function connectCalendar(target: string | undefined, { name, user }: Choices) {
  const address = await calendarAddress(target);
  const args = { address, ...(name !== undefined && { name }) };
  return withPlainClient(async (client) => (await client.call('connect_calendar', args)).data.account, user);
}

interface SignInWords {
  /** On the command line. */
  kind: string;
  /** The name of this machine to which it sends the browser back. */
  host: '127.0.0.1' | 'localhost';
  byDevice: boolean;
}

const SIGN_INS: Record<OAuthProvider, SignInWords> = {
  GOOGLE: { kind: 'google', host: '127.0.0.1', byDevice: false },
  OFFICE365: { kind: 'microsoft', host: 'localhost', byDevice: true },
};
const SIGN_IN_PROVIDERS = Object.keys(SIGN_INS) as OAuthProvider[];
const KINDS = [...SIGN_IN_PROVIDERS.map((one) => SIGN_INS[one].kind), 'ics', 'carddav'];

interface Choices {
  write?: true | undefined;
  paste?: true | undefined;
  device?: true | undefined;
  name?: string | undefined;
  user?: string | undefined;
  login?: string | undefined;
  readOnly?: true | undefined;
  book?: string[] | undefined;
}

async function newAccount(kind: string, target: string | undefined, choices: Choices): Promise<NewAccount> {
  const provider = SIGN_IN_PROVIDERS.find((one) => SIGN_INS[one].kind === kind);
  if (!provider) {
    throw new KithError('BadRequest', `There is no kind of account ${kind}${suggestion(kind, KINDS, '.')}`, {
      hint: 'Say google, microsoft, ics or carddav: kith help connect tells more.',
    });
  }
  if (target !== undefined) throw wrongUsage(`connect ${kind}`, 'takes no address: the account is chosen at sign-in');
  if (choices.device && !SIGN_INS[provider].byDevice)
    throw wrongUsage(`connect ${kind}`, 'knows no --device: use --paste');
  const request: SignIn = { ...providerClient(provider), write: choices.write === true };
  if (choices.device) return byDevice(request);
  return choices.paste ? byPaste(request) : byBrowser(request);
}

/** The address of a published calendar is a secret: whoever has it can read the calendar. A file's path is not. */
async function calendarAddress(target: string | undefined): Promise<string> {
  const isDrive = /^[a-z]:/i.test(target ?? '');
  const isSecret = target === undefined || target === '-' || (URL.canParse(target) && !isDrive);
  if (!isSecret) return target;
  const hint = 'kith connect ics asks for it, and kith connect ics - reads it from standard input.';
  return takeSecret(target, { what: 'Address of the calendar', hint });
}

const signIn = () => import('../../providers/accounts/sign-in.ts');

async function byBrowser(request: SignIn): Promise<NewAccount> {
  const loopback = await listenForRedirect(SIGN_INS[request.provider].host);
  try {
    const { url, isOurs, finish } = await (await signIn()).browserSignIn(request, loopback.redirectUri);
    await say(`Open this address in a browser on this machine:\n\n${url}\n\n`);
    return await finish(await loopback.redirected(isOurs));
  } finally {
    loopback.close();
  }
}

/** For a machine that no browser reaches: the page does not load there, but its address holds the answer. */
async function byPaste(request: SignIn): Promise<NewAccount> {
  const { url, finish } = await (await signIn()).browserSignIn(
    request,
    `http://${SIGN_INS[request.provider].host}:8335`,
  );
  await say(`Open this address in any browser:\n\n${url}\n\n`);
  await say(
    'After you agree it shows a page that cannot be loaded. Copy the address of that page and paste it here:\n',
  );
  const lines = createInterface({ input: process.stdin });
  try {
    for await (const line of lines) {
      const text = line.trim();
      if (URL.canParse(text)) return await finish(new URL(text));
      if (text !== '') await say('That is not an address; one begins with http://\n');
    }
  } finally {
    lines.close();
  }
  throw new KithError('BadRequest', 'No address was pasted.');
}

async function byDevice(request: SignIn): Promise<NewAccount> {
  const { url, code, finished } = await (await signIn()).deviceSignIn(request);
  await say(`Open ${url} on any device and type in ${code}\n`);
  return finished;
}
