import type { Secret } from '../identity/secrets/secret.ts';
import { consumeRecord, findRecord, putRecord, removeExpiredRecords } from '../identity/users/sign-in-records.ts';
import { saveAccount } from '../providers/accounts/connect.ts';
import { REVOCATION_PAGES } from '../providers/accounts/disconnect.ts';
import { authorizationServer } from '../providers/accounts/oauth.ts';
import { endpointsFrom } from '../providers/requests/endpoints.ts';
import { KithError } from '../shared/error.ts';
import type { Store } from '../store/store.ts';
import { type AccountsServices, SIGN_IN_PROVIDERS, type SignInProvider } from '../web/services/accounts.ts';
import { clientSet, providerClient, SETTING_NAMES } from './provider-client.ts';

const KIND = 'account sign-in';
const SIGN_IN_MS = 10 * 60_000;

interface Options {
  store: Store;
  secret: Secret;
  /** Origin of the web app. */
  origin: string;
}

/** A pending sign-in. It is stored, so that any process can finish it. */
interface Begun {
  [name: string]: unknown;
  provider: SignInProvider;
  write: boolean;
  verifier: string;
  sessionId: string;
}

/** Signs in at Google or Microsoft in the web app and connects the account. */
export function accountsServices({ store, secret, origin }: Options): AccountsServices {
  const redirectUri = `${origin}/settings/accounts/callback`;

  return {
    redirectUri,
    offered: SIGN_IN_PROVIDERS.map(offered),
    async begin({ userId, sessionId }, provider, write) {
      const { beginSignIn } = await import('../providers/accounts/sign-in.ts');
      const { url, state, verifier } = await beginSignIn({ ...providerClient(provider), write }, redirectUri);
      await store.directory(async (db) => {
        await removeExpiredRecords(db);
        const content: Begun = { provider, write, verifier, sessionId };
        await putRecord(db, secret, KIND, state, { content, userId, expiresAt: new Date(Date.now() + SIGN_IN_MS) });
      });
      return url;
    },
    async finish({ userId, sessionId }, brought) {
      const state = brought.get('state') ?? '';
      const found = await findRecord(store, secret, KIND, state);
      const begun = found?.content as Begun | undefined;
      // Only the session that started a sign-in can finish it, so nobody can be tricked into connecting another account.
      if (!begun || found?.userId !== userId || begun.sessionId !== sessionId) throw over();
      if (!(await store.directory((db) => consumeRecord(db, secret, KIND, state)))) throw over();
      const { finishSignIn } = await import('../providers/accounts/sign-in.ts');
      const { provider, write, verifier } = begun;
      const redirected = new URL(`${redirectUri}?${brought}`);
      const request = { ...providerClient(provider), write };
      const account = await finishSignIn(request, redirectUri, { state, verifier }, redirected);
      return (await saveAccount({ store, secret }, userId, account)).id;
    },
  };
}

function offered(provider: SignInProvider) {
  const set = clientSet(provider);
  const name = SETTING_NAMES[provider];
  const { authorization_endpoint } = authorizationServer(provider, endpointsFrom(), set?.client ?? { clientId: '' });
  return {
    provider,
    isSet: set !== undefined,
    settings: [`KITH_${name}_CLIENT_ID`, `KITH_${name}_CLIENT_SECRET`],
    leadsTo: new URL(authorization_endpoint!).origin,
    byHand: REVOCATION_PAGES[provider],
  };
}

const over = (): KithError =>
  new KithError(
    'Conflict',
    'This sign-in took too long, was already finished, or began in another browser. Start again.',
  );
