/** Stored client metadata. The library drops unknown fields. */
type Metadata = Record<string, unknown>;

const KEPT = ['client_id', 'client_id_issued_at', 'client_name', 'client_uri', 'logo_uri', 'redirect_uris'];

/**
 * Makes every app a public client with PKCE, even if it registers with another authentication method: RFC 7591 (3.2.1)
 * lets the server replace metadata, and client documents (draft-ietf-oauth-client-id-metadata-document) are handled the
 * same way. Scopes are removed, because apps list only those of their first challenge and could never request more.
 * Null and empty values, which some apps send, are removed too.
 */
export function asPublicClient(metadata: Metadata): void {
  for (const [name, value] of Object.entries(metadata)) {
    if (!KEPT.includes(name) || value === null || value === '') delete metadata[name];
  }
  Object.assign(metadata, {
    application_type: isWeb(metadata.redirect_uris) ? 'web' : 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    id_token_signed_response_alg: 'EdDSA',
  });
}

/**
 * Whether all redirect URLs, including loopback ones, use https. Other clients are native: their loopback redirects match
 * any port (RFC 8252, 7.3), custom schemes are accepted, and http URLs to other hosts are rejected.
 */
const isWeb = (redirects: unknown): boolean =>
  Array.isArray(redirects) && redirects.every((redirect) => /^https:/i.test(`${redirect}`));
