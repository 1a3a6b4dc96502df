import { failureFrom, timeoutFailure } from '../../client/failures.ts';
import { CALLBACK_PATH } from '../../identity/sign-in/openid.ts';
import { environment, settings } from '../../process/environment.ts';
import { originIn } from '../../server/composition/public-origin.ts';
import { providerSet } from '../../server/provider-sign-in.ts';
import { settingTrouble } from '../../settings.ts';
import { openOrigin, openPool, REQUEST_TIMEOUT } from '../../shared/http/origin.ts';
import { CrossOriginError } from '../../shared/http/same-origin.ts';
import { asProblem, type Finding } from './findings.ts';
import { parsed, TIMEOUT_MS } from './reach.ts';

const MOST_BYTES = 1024 * 1024;
const NEEDED = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'];

/** Whether the OpenID provider of the settings tells of itself, and what must stand in its registration of kith. */
export async function checkProvider(): Promise<Finding[]> {
  // An address that is none is told with the other settings.
  if (settingTrouble(environment, 'KITH_OIDC_ISSUER')) return [];
  try {
    const provider = providerSet();
    return provider ? [await checkDiscovery(provider.issuer)] : [];
  } catch (error) {
    return [asProblem(error)];
  }
}

const problem = (what: string, todo: string): Finding => ({ state: 'problem', what, todo });

async function checkDiscovery(issuer: string): Promise<Finding> {
  const address = new URL(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  const pool = openPool({ maxBytes: MOST_BYTES });
  try {
    const { status, text } = await openOrigin(pool, address).send(address, { timeoutMs: TIMEOUT_MS });
    const told = status === 200 ? parsed(text) : undefined;
    const named = told?.issuer;
    if (!told || typeof named !== 'string') {
      const todo = 'Set KITH_OIDC_ISSUER to the address that the provider gives as its issuer, whole.';
      return problem(`There is no OpenID provider at ${issuer}: ${address} tells of none (HTTP ${status}).`, todo);
    }
    if (!URL.canParse(named) || new URL(named).href !== new URL(issuer).href)
      return problem(`The OpenID provider at ${issuer} calls itself ${named}.`, `Set KITH_OIDC_ISSUER=${named}.`);
    const missing = NEEDED.filter((name) => typeof told[name] !== 'string');
    if (missing.length > 0) {
      const what = `The OpenID provider at ${issuer} does not tell its ${missing.join(', ')}.`;
      return problem(what, 'Look at its settings: kith needs the authorization code flow.');
    }
    const what = `The OpenID provider at ${issuer} tells of itself. Its registration of kith must have the redirect address ${redirectAddress()}.`;
    return { state: 'ok', what };
  } catch (error) {
    return noAnswer(issuer, error);
  } finally {
    await pool.close();
  }
}

/** Where it sends browsers back to. Without KITH_PUBLIC_URL that is where `kith serve` listens, at its port of habit. */
function redirectAddress(): string {
  const { KITH_PUBLIC_URL: set = 'http://localhost:8334' } = settings;
  return (originIn(set) ?? 'https://…') + CALLBACK_PATH;
}

function noAnswer(issuer: string, error: unknown): Finding {
  if (error instanceof CrossOriginError) {
    const todo = 'Set KITH_OIDC_ISSUER to what the provider calls itself.';
    return problem(`The OpenID provider at ${issuer} redirects to ${error.address ?? error.origin}.`, todo);
  }
  const sent = { origin: new URL(issuer).origin, timeoutMs: TIMEOUT_MS, reused: false };
  const { kind, error: told } = error === REQUEST_TIMEOUT ? timeoutFailure(sent) : failureFrom(error, sent);
  const todo =
    kind === 'final'
      ? 'Correct it there. An authority of your own counts here once NODE_EXTRA_CA_CERTS names it.'
      : 'Start the provider, or correct KITH_OIDC_ISSUER. Until then people sign in with passkeys and links.';
  return problem(`Nobody can sign in with the OpenID provider: ${told.message}`, todo);
}
