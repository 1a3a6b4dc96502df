import { createPrivateKey } from 'node:crypto';
import type { Configuration, errors as Errors, KoaContextWithOIDC } from 'oidc-provider';
import { SCOPES } from '../../contract/scopes.ts';
import type { AppRequestError } from '../../contract/sign-in.ts';
import { publicFetch } from '../../shared/http/public-fetch.ts';
import type { Store } from '../../store/store.ts';
import type { Secret } from '../secrets/secret.ts';
import { documentTrouble, InvalidDocument } from './document-trouble.ts';
import { asPublicClient } from './public-client.ts';
import { recordsAdapter } from './records-adapter.ts';
import { refusedRedirect } from './redirects.ts';
import { ENDPOINTS } from './requests.ts';

/** application/json, and any type that is a kind of it (RFC 6838, 4.2.8). */
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json(?: *;|$)/i;

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

export interface AuthorizationSettings {
  store: Store;
  secret: Secret;
  /** Without a slash at its end. */
  issuer: string;
  /** The audience of every token: the address of the MCP endpoint. */
  resource: string;
  /** Whether apps may identify themselves with a metadata document that kith fetches. Otherwise they register. */
  clientDocuments: boolean;
  /** Hosts on one's own network whose client documents are fetched all the same. */
  privateHosts: readonly string[];
  /** A page in plain words for a request that cannot be sent back to its host. */
  errorPage(trouble: AppRequestError): Promise<Response>;
  /** Told of every fault that is ours, which the host is told without its reason. */
  onFault(error: unknown): void;
}

/** How oidc-provider is set: OAuth 2.1 for public clients, and nothing of OpenID Connect. */
export function configurationOf(settings: AuthorizationSettings, errors: typeof Errors): Configuration {
  const { secret, resource } = settings;
  const seen = new WeakSet<object>();
  /** A document that failed would be fetched once more, to tell the host about it. */
  const isFirst = (context: object) => !seen.has(context) && seen.add(context) === seen;
  return {
    adapter: recordsAdapter(
      settings,
      () => new errors.InvalidGrant('it was used at the same moment by another request'),
    ),
    routes: { ...ENDPOINTS, jwks: '/oauth/keys' },
    // No scope of OpenID Connect: whoever asks for `openid` gets none.
    scopes: [],
    claims: {},
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    // The property is there because a validator runs for one; it may read and change all others.
    extraClientMetadata: {
      properties: ['software_id'],
      validator(_context, _name, _value, metadata) {
        asPublicClient(metadata);
        const refused = refusedRedirect(metadata.redirect_uris);
        if (refused) throw new errors.InvalidClientMetadata(`redirect_uris: one ${refused}`);
      },
    },
    enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] },
    jwks: { keys: [signingKey(secret)] },
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      revocation: { enabled: true },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo(_context, indicator) {
          if (indicator !== resource) throw new errors.InvalidTarget('the resource is not of this server');
          return { scope: SCOPES.join(' '), audience: resource, accessTokenFormat: 'opaque' };
        },
      },
      clientIdMetadataDocument: {
        enabled: settings.clientDocuments,
        ack: 'draft-02',
        allowFetch: (context) => context === undefined || isFirst(context),
        allowClient: () => true,
      },
    },
    fetch: jsonOnly(publicFetch(settings.privateHosts)),
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    revokeGrantPolicy: () => true,
    expiresWithSession: () => false,
    ttl: {
      Interaction: 30 * MINUTE,
      // Of one authorization: who signed in is known by our own session.
      Session: 30 * MINUTE,
      AuthorizationCode: MINUTE,
      AccessToken: 60 * MINUTE,
      RefreshToken: 90 * DAY,
      Grant: 3_650 * DAY,
      IdToken: MINUTE,
    },
    interactions: { url: (_context, { uid }) => `/authorize/${uid}` },
    // Consent is asked each time: a client id says nothing about which program uses it.
    loadExistingGrant: ({ oidc }) => {
      const grantId = oidc.result?.consent?.grantId;
      return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId);
    },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    cookies: {
      names: { session: 'kith_oauth', interaction: 'kith_authorize', resume: 'kith_resume' },
      keys: secret.signatures('oauth cookies', 'key'),
    },
    async renderError(context, { error, error_description: description }, thrown) {
      const document = documentTrouble(context.query.client_id, thrown, errors, !settings.clientDocuments);
      await showPage(context, await settings.errorPage({ error, description, document }));
    },
  };
}

/** What strangers upload to a site as text or a page does not speak for the site. */
const jsonOnly =
  (fetch: ReturnType<typeof publicFetch>): typeof fetch =>
  async (...request) => {
    const response = await fetch(...request);
    if (response.ok && !JSON_TYPE.test(response.headers.get('content-type') ?? ''))
      throw new InvalidDocument('its content type is not JSON');
    return response;
  };

/** Answers with a page, under the status that is set. */
export async function showPage(context: KoaContextWithOIDC, page: Response): Promise<void> {
  for (const [name, value] of page.headers) context.set(name, value);
  context.body = await page.text();
}

/** An Ed25519 key that follows from the secret. Nothing is signed with it, but the library wants one. */
function signingKey(secret: Secret) {
  const seed = Buffer.from(secret.sign('oauth signing key', 'ed25519'), 'base64url');
  const header = Buffer.from('302e020100300506032b657004220420', 'hex');
  const key = createPrivateKey({ key: Buffer.concat([header, seed]), format: 'der', type: 'pkcs8' });
  return { ...key.export({ format: 'jwk' }), kty: 'OKP', use: 'sig', alg: 'EdDSA' };
}
