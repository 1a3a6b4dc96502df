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

const MAX_BYTES = 1024 * 1024;
const NEEDED = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'];

/** Checks that the configured OpenID provider has a discovery document, and reports the redirect URL to register. */
export async function checkProvider(): Promise<Finding[]> {
  // An invalid URL is reported with the other settings.
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
  const pool = openPool({ maxBytes: MAX_BYTES });
  try {
    const { status, text } = await openOrigin(pool, address).send(address, { timeoutMs: TIMEOUT_MS });
    const told = status === 200 ? parsed(text) : undefined;
    const named = told?.issuer;
    if (!told || typeof named !== 'string') {
      const todo = 'Set KITH_OIDC_ISSUER to the complete issuer URL from the provider.';
      return problem(
        `There is no OpenID provider at ${issuer}: ${address} is not a discovery document (HTTP ${status}).`,
        todo,
      );
    }
    if (!URL.canParse(named) || new URL(named).href !== new URL(issuer).href)
      return problem(`The OpenID provider at ${issuer} calls itself ${named}.`, `Set KITH_OIDC_ISSUER=${named}.`);
    const missing = NEEDED.filter((name) => typeof told[name] !== 'string');
    if (missing.length > 0) {
      const what = `The OpenID provider at ${issuer} lacks ${missing.join(', ')} in its discovery document.`;
      return problem(what, 'Check its settings: kith needs the authorization code flow.');
    }
    const what = `The OpenID provider at ${issuer} has a valid discovery document. Register the redirect URL ${redirectAddress()} for kith there.`;
    return { state: 'ok', what };
  } catch (error) {
    return noAnswer(issuer, error);
  } finally {
    await pool.close();
  }
}

/** Returns the redirect URL. Without KITH_PUBLIC_URL, it is on localhost at the default port of `kith serve`. */
function redirectAddress(): string {
  const { KITH_PUBLIC_URL: set = 'http://localhost:8334' } = settings;
  return (originIn(set) ?? 'https://…') + CALLBACK_PATH;
}

function noAnswer(issuer: string, error: unknown): Finding {
  if (error instanceof CrossOriginError) {
    const todo = "Set KITH_OIDC_ISSUER to the provider's own issuer URL.";
    return problem(`The OpenID provider at ${issuer} redirects to ${error.address ?? error.origin}.`, todo);
  }
  const sent = { origin: new URL(issuer).origin, timeoutMs: TIMEOUT_MS, reused: false };
  const { kind, error: told } = error === REQUEST_TIMEOUT ? timeoutFailure(sent) : failureFrom(error, sent);
  const todo =
    kind === 'final'
      ? "Fix it on the provider's side. To trust your own certificate authority, set NODE_EXTRA_CA_CERTS."
      : 'Start the provider, or correct KITH_OIDC_ISSUER. Until then, people can sign in only with passkeys and links.';
  return problem(`Sign-in with the OpenID provider does not work: ${told.message}`, todo);
}
