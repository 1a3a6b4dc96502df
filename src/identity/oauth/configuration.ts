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

/** application/json, or a type with the +json suffix (RFC 6838, 4.2.8). */
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json(?: *;|$)/i;

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

export interface AuthorizationSettings {
  store: Store;
  secret: Secret;
  /** Without a trailing slash. */
  issuer: string;
  /** Audience of every token: the URL of the MCP endpoint. */
  resource: string;
  /** Whether apps can identify themselves with a metadata document that kith fetches. Otherwise, they must register. */
  clientDocuments: boolean;
  /** Private network hosts from which client documents can be fetched. */
  privateHosts: readonly string[];
  /** Renders an error page for a request that cannot be redirected to its app. */
  errorPage(trouble: AppRequestError): Promise<Response>;
  /** Called with internal errors. The app gets a response without the cause. */
  onFault(error: unknown): void;
}

/** The oidc-provider configuration: OAuth 2.1 for public clients, without OpenID Connect. */
export function configurationOf(settings: AuthorizationSettings, errors: typeof Errors): Configuration {
  const { secret, resource } = settings;
  const seen = new WeakSet<object>();
  /** After a failed fetch, the library would fetch the document again for its error response. */
  const isFirst = (context: object) => !seen.has(context) && seen.add(context) === seen;
  return {
    adapter: recordsAdapter(settings, () => new errors.InvalidGrant('another request used it at the same time')),
    routes: { ...ENDPOINTS, jwks: '/oauth/keys' },
    // No OpenID Connect scopes. An app that requests `openid` does not get it.
    scopes: [],
    claims: {},
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    // A property exists only for its validator, which can read and change all other properties.
    extraClientMetadata: {
      properties: ['software_id'],
      validator(_context, _name, _value, metadata) {
        asPublicClient(metadata);
        const refused = refusedRedirect(metadata.redirect_uris);
        if (refused) throw new errors.InvalidClientMetadata(`redirect_uris: one URL ${refused}`);
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
      // Lasts for one authorization. Our own session identifies the signed-in user.
      Session: 30 * MINUTE,
      AuthorizationCode: MINUTE,
      AccessToken: 60 * MINUTE,
      RefreshToken: 90 * DAY,
      Grant: 3_650 * DAY,
      IdToken: MINUTE,
    },
    interactions: { url: (_context, { uid }) => `/authorize/${uid}` },
    // Consent is required each time, because a client id does not prove which program uses it.
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

/** Accepts only JSON documents. Text or HTML that strangers uploaded to a site does not represent the site. */
const jsonOnly =
  (fetch: ReturnType<typeof publicFetch>): typeof fetch =>
  async (...request) => {
    const response = await fetch(...request);
    if (response.ok && !JSON_TYPE.test(response.headers.get('content-type') ?? ''))
      throw new InvalidDocument('its content type is not JSON');
    return response;
  };

/** Responds with a page and keeps the current status. */
export async function showPage(context: KoaContextWithOIDC, page: Response): Promise<void> {
  for (const [name, value] of page.headers) context.set(name, value);
  context.body = await page.text();
}

/** An Ed25519 key derived from the secret. The library requires a key, but signs nothing with it. */
function signingKey(secret: Secret) {
  const seed = Buffer.from(secret.sign('oauth signing key', 'ed25519'), 'base64url');
  const header = Buffer.from('302e020100300506032b657004220420', 'hex');
  const key = createPrivateKey({ key: Buffer.concat([header, seed]), format: 'der', type: 'pkcs8' });
  return { ...key.export({ format: 'jwk' }), kty: 'OKP', use: 'sig', alg: 'EdDSA' };
}
