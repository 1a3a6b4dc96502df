import { SCOPES } from '../../contract/scopes.ts';
import { publicDocument } from '../../shared/http/public-document.ts';
import { ENDPOINTS } from './requests.ts';

const PATH = '/.well-known/oauth-authorization-server';

/** Returns the authorization server metadata (RFC 8414) on its path; undefined on others. */
export function metadataResponse(
  request: Request,
  issuer: string,
  resource: string,
  clientDocuments: boolean,
): Response | undefined {
  if (new URL(request.url).pathname !== PATH) return undefined;
  const metadata = {
    issuer,
    authorization_endpoint: issuer + ENDPOINTS.authorization,
    token_endpoint: issuer + ENDPOINTS.token,
    registration_endpoint: issuer + ENDPOINTS.registration,
    revocation_endpoint: issuer + ENDPOINTS.revocation,
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: clientDocuments,
    protected_resources: [resource],
  };
  return publicDocument(request, metadata);
}
