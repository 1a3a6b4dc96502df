/** What hosts tell of themselves as far as it is kept; the library leaves out what it does not know. */
type Metadata = Record<string, unknown>;

const KEPT = ['client_id', 'client_id_issued_at', 'client_name', 'client_uri', 'logo_uri', 'redirect_uris'];

/**
 * Makes every host a public client with PKCE, by whatever name it authenticates elsewhere: RFC 7591 (3.2.1) lets the
 * server replace what a host registers, and its document (draft-ietf-oauth-client-id-metadata-document) is read the same
 * way. What it says of scopes goes too: hosts write those of the challenge that they met first, and could never ask for
 * more. Some send null or nothing for what they do not know.
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
 * Whether answers go by https alone, to this machine too. All others are native: their loopback redirects match whatever
 * the port (RFC 8252, 7.3), schemes of programs are taken, and http to another machine is not.
 */
const isWeb = (redirects: unknown): boolean =>
  Array.isArray(redirects) && redirects.every((redirect) => /^https:/i.test(`${redirect}`));
