// Sign-in requests of popular assistants, as far as their code, documentation, and third-party reports show. A comment
// names each source. docs/assistants.md lists the same clients.

/** How a client names the MCP endpoint: as given, with a trailing slash, only by origin, or not at all. */
type ResourceForm = 'exact' | 'slash' | 'origin' | 'none';

export interface KnownHost {
  name: string;
  /** Its registration (RFC 7591). */
  registers?: object;
  /** Or the content of its client ID metadata document besides its URL. */
  document?: { client_name: string; redirect_uris: string[] } & Record<string, unknown>;
  /** Its requested redirect URI. On loopback it may differ from the registered one. */
  redirect: string;
  resource?: ResourceForm;
  /** Additional authorization parameters. Most clients request the scopes that the challenge or the metadata names. */
  asks?: Record<string, string>;
  /** Additional token request parameters. */
  adds?: Record<string, string>;
  /** Additional refresh parameters. */
  addsToRefresh?: Record<string, string>;
  /** Headers of its token requests. */
  headers?: Record<string, string>;
  /** Its web origin, if it is a page. */
  page?: string;
}

const ALL = 'kith:read kith:write kith:delete kith:agenda';
const PUBLIC = {
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
};

export const KNOWN_HOSTS: KnownHost[] = [
  // https://support.claude.com/en/articles/11503834, https://github.com/anthropics/claude-ai-mcp/issues/518
  {
    name: 'Claude on the web, on the desktop and on phones, by its document',
    document: {
      client_name: 'Claude',
      client_uri: 'https://claude.ai',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'],
      ...PUBLIC,
    },
    redirect: 'https://claude.ai/api/mcp/auth_callback',
    asks: { scope: ALL },
  },
  {
    name: 'Claude on the web, on the desktop and on phones, by registration',
    registers: {
      client_name: 'Claude',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
      ...PUBLIC,
      token_endpoint_auth_method: 'client_secret_post',
      scope: ALL,
    },
    redirect: 'https://claude.ai/api/mcp/auth_callback',
    asks: { scope: ALL },
  },
  {
    name: 'Claude under claude.com',
    registers: { client_name: 'Claude', redirect_uris: ['https://claude.com/api/mcp/auth_callback'], ...PUBLIC },
    redirect: 'https://claude.com/api/mcp/auth_callback',
  },
  // https://github.com/anthropics/claude-code/issues/37747, …/issues/42301
  {
    name: 'Claude Code, by its document, on a port of its own',
    document: {
      client_name: 'Claude Code',
      client_uri: 'https://claude.ai',
      redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
      ...PUBLIC,
    },
    redirect: 'http://localhost:60351/callback',
    asks: { scope: ALL },
  },
  {
    name: 'Claude Code, by registration',
    registers: { client_name: 'Claude Code (kith)', redirect_uris: ['http://localhost:3118/callback'], ...PUBLIC },
    redirect: 'http://localhost:3118/callback',
    resource: 'none',
  },
  // https://github.com/gamedevpl/www.gamedev.pl/pull/641, https://github.com/getsentry/sentry-mcp/issues/1271: signs
  // its requests if the server supports it, and otherwise uses none.
  {
    name: 'ChatGPT, by its document',
    document: {
      client_name: 'ChatGPT',
      redirect_uris: ['https://chatgpt.com/connector/oauth/OUbdUMlL15Ct'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
      token_endpoint_auth_signing_alg: 'RS256',
      jwks_uri: 'https://chatgpt.com/oauth/jwks.json',
    },
    redirect: 'https://chatgpt.com/connector/oauth/OUbdUMlL15Ct',
    asks: { scope: ALL },
  },
  // https://github.com/danielealbano/android-remote-control-mcp/pull/166
  {
    name: 'ChatGPT, by registration, under its older address',
    registers: {
      client_name: 'ChatGPT',
      redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
      ...PUBLIC,
      token_endpoint_auth_method: 'client_secret_basic',
    },
    redirect: 'https://chatgpt.com/connector_platform_oauth_redirect',
    asks: { scope: `${ALL} offline_access` },
  },
  // https://github.com/modelcontextprotocol/rust-sdk crates/rmcp/src/transport/auth.rs
  {
    name: 'Codex',
    registers: {
      client_name: 'Codex',
      redirect_uris: ['http://127.0.0.1:52110/callback'],
      ...PUBLIC,
      scope: ALL,
      application_type: 'native',
    },
    redirect: 'http://127.0.0.1:52110/callback',
    asks: { scope: `${ALL} offline_access` },
    addsToRefresh: { scope: `${ALL} offline_access` },
  },
  // https://github.com/microsoft/vscode src/vs/base/common/oauth.ts, …/issues/278512
  {
    name: 'VS Code, on another port than it registered',
    registers: {
      client_name: 'Visual Studio Code',
      client_uri: 'https://code.visualstudio.com',
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      response_types: ['code'],
      redirect_uris: [
        'https://insiders.vscode.dev/redirect',
        'https://vscode.dev/redirect',
        'http://127.0.0.1/',
        'http://127.0.0.1:33418/',
      ],
      scope: ALL,
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    },
    redirect: 'http://127.0.0.1:59656/',
    asks: { scope: ALL },
  },
  // https://github.com/microsoft/vscode/issues/298300
  {
    name: 'VS Code, by its document, through its page',
    document: {
      client_name: 'Visual Studio Code',
      client_uri: 'https://code.visualstudio.com',
      redirect_uris: ['http://127.0.0.1:33418/', 'https://vscode.dev/redirect'],
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    },
    redirect: 'https://vscode.dev/redirect',
  },
  // https://github.com/erp-mafia/accounted/pull/2225, https://github.com/bytebase/bytebase/issues/20510
  {
    name: 'Cursor, back by its own scheme',
    registers: {
      client_name: 'Cursor',
      redirect_uris: [
        'cursor://anysphere.cursor-mcp/oauth/callback',
        'https://www.cursor.com/agents/mcp/oauth/callback',
        'http://localhost:8787/callback',
      ],
      ...PUBLIC,
    },
    redirect: 'cursor://anysphere.cursor-mcp/oauth/callback',
  },
  {
    name: 'Cursor, through its page',
    registers: {
      client_name: 'Cursor',
      redirect_uris: ['https://www.cursor.com/agents/mcp/oauth/callback', 'http://localhost:8787/callback'],
      ...PUBLIC,
    },
    redirect: 'https://www.cursor.com/agents/mcp/oauth/callback',
    resource: 'slash',
  },
  // https://github.com/trypostit/trypost/pull/336: uses its own scheme. The path after it is not public.
  {
    name: 'Windsurf, back by its own scheme',
    registers: { client_name: 'Windsurf', redirect_uris: ['windsurf://codeium.windsurf/callback'], ...PUBLIC },
    redirect: 'windsurf://codeium.windsurf/callback',
  },
  // https://github.com/zed-industries/zed crates/context_server/src/oauth.rs
  {
    name: 'Zed',
    document: {
      client_name: 'Zed',
      client_uri: 'https://zed.dev',
      logo_uri: 'https://zed.dev/img/logo.png',
      redirect_uris: ['http://127.0.0.1/callback'],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: 'mcp:*',
    },
    redirect: 'http://127.0.0.1:41207/callback',
    asks: { scope: ALL },
  },
  // https://github.com/google-gemini/gemini-cli packages/core/src/mcp/oauth-provider.ts
  {
    name: 'Gemini CLI',
    registers: {
      client_name: 'Gemini CLI MCP Client',
      redirect_uris: ['http://localhost:7777/oauth/callback'],
      ...PUBLIC,
      scope: '',
    },
    redirect: 'http://localhost:7777/oauth/callback',
    asks: { scope: ALL, audience: 'kith' },
    adds: { audience: 'kith' },
    addsToRefresh: { scope: ALL },
    headers: { accept: 'application/json, application/x-www-form-urlencoded' },
  },
  // https://github.com/aaif-goose/goose documentation/static/oauth/client-metadata.json
  {
    name: 'Goose',
    document: {
      client_name: 'Goose',
      redirect_uris: ['http://localhost/oauth_callback'],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: 'openid profile email',
      code_challenge_methods_supported: ['S256'],
    },
    redirect: 'http://localhost:51823/oauth_callback',
    asks: { scope: ALL },
    addsToRefresh: { scope: ALL },
  },
  // https://github.com/anomalyco/opencode packages/opencode/src/mcp/oauth-provider.ts
  {
    name: 'opencode',
    registers: {
      client_name: 'OpenCode',
      client_uri: 'https://opencode.ai',
      redirect_uris: ['http://127.0.0.1:19876/mcp/oauth/callback'],
      ...PUBLIC,
    },
    redirect: 'http://127.0.0.1:19876/mcp/oauth/callback',
  },
  // https://github.com/danny-avila/LibreChat packages/api/src/mcp/oauth/handler.ts
  {
    name: 'LibreChat',
    registers: {
      client_name: 'LibreChat MCP Client',
      redirect_uris: ['https://chat.example.com/api/mcp/kith/oauth/callback'],
      ...PUBLIC,
      scope: ALL,
      logo_uri: null,
      tos_uri: null,
    },
    redirect: 'https://chat.example.com/api/mcp/kith/oauth/callback',
    asks: { scope: ALL, state: 'user-1:kith' },
    addsToRefresh: { scope: ALL },
  },
  // https://github.com/modelcontextprotocol/inspector client/src/lib/auth.ts
  {
    name: 'MCP Inspector',
    registers: {
      client_name: 'MCP Inspector',
      client_uri: 'https://github.com/modelcontextprotocol/inspector',
      redirect_uris: ['http://localhost:6274/oauth/callback', 'http://localhost:6274/oauth/callback/debug'],
      ...PUBLIC,
      scope: '',
    },
    redirect: 'http://localhost:6274/oauth/callback',
    asks: { scope: ALL },
    page: 'http://localhost:6274',
  },
  // https://github.com/geelen/mcp-remote src/lib/node-oauth-client-provider.ts
  {
    name: 'mcp-remote',
    registers: {
      client_name: 'MCP CLI Client',
      client_uri: 'https://github.com/modelcontextprotocol/mcp-cli',
      redirect_uris: ['http://localhost:3334/oauth/callback'],
      ...PUBLIC,
      software_id: '2e6dc280-f3c3-4e01-99a7-8181dbd1d23d',
      software_version: '0.1.38',
      scope: 'openid email profile',
    },
    redirect: 'http://localhost:3334/oauth/callback',
    asks: { scope: 'openid email profile' },
  },
  // https://github.com/appwrite/mcp/pull/77, https://developers.raycast.com/utilities/oauth: uses the protocol of March
  // 2025, which has no resource.
  {
    name: 'Raycast',
    registers: {
      client_name: 'Raycast',
      redirect_uris: ['https://raycast.com/redirect?packageName=Extension', 'raycast://oauth?package_name=Extension'],
      ...PUBLIC,
    },
    redirect: 'raycast://oauth?package_name=Extension',
    resource: 'none',
  },
  // https://github.com/n8n-io/n8n/pull/21808, …/pull/32289
  {
    name: 'n8n',
    registers: {
      client_name: 'n8n',
      client_uri: 'https://n8n.io/',
      redirect_uris: ['https://oauth.n8n.cloud/oauth2/callback'],
      ...PUBLIC,
      scope: ALL,
    },
    redirect: 'https://oauth.n8n.cloud/oauth2/callback',
    asks: { scope: ALL, access_type: 'offline' },
    resource: 'none',
  },
  // https://github.com/koala73/worldmonitor/pull/8305, for this and the next three
  {
    name: 'Grok, by its document',
    document: { client_name: 'Grok', redirect_uris: ['https://grok.com/connectors-oauth-exchange-code/'], ...PUBLIC },
    redirect: 'https://grok.com/connectors-oauth-exchange-code/',
    asks: { scope: ALL },
  },
  {
    name: 'Perplexity',
    registers: {
      client_name: 'Perplexity',
      redirect_uris: ['https://www.perplexity.ai/rest/connections/oauth_callback'],
      ...PUBLIC,
    },
    redirect: 'https://www.perplexity.ai/rest/connections/oauth_callback',
  },
  {
    name: 'Devin',
    registers: { client_name: 'Devin', redirect_uris: ['https://api.devin.ai/mcp/oauth/callback'], ...PUBLIC },
    redirect: 'https://api.devin.ai/mcp/oauth/callback',
  },
  {
    name: 'Mistral Le Chat',
    registers: {
      client_name: 'Le Chat',
      redirect_uris: ['https://callback.mistral.ai/v1/integrations_auth/oauth2_callback'],
      ...PUBLIC,
      token_endpoint_auth_method: 'client_secret_post',
    },
    redirect: 'https://callback.mistral.ai/v1/integrations_auth/oauth2_callback',
    adds: { client_secret: '' },
    resource: 'origin',
  },
  // https://github.com/moltis-org/moltis/issues/629
  {
    name: 'Moltis, on this machine by https',
    registers: { client_name: 'Moltis', redirect_uris: ['https://localhost:13131/auth/callback'], ...PUBLIC },
    redirect: 'https://localhost:13131/auth/callback',
  },
  // No particular client: requests that third-party servers expect, and clients still send.
  {
    name: 'a host by habit of OpenID Connect',
    registers: {
      client_name: 'By habit',
      client_uri: null,
      contacts: null,
      jwks_uri: null,
      client_secret_expires_at: 0,
      redirect_uris: ['http://localhost:3030/callback'],
      ...PUBLIC,
      response_types: ['code', 'id_token'],
      id_token_signed_response_alg: 'RS256',
      scope: 'openid profile email offline_access',
    },
    redirect: 'http://localhost:3030/callback',
    asks: {
      scope: 'openid profile email offline_access',
      prompt: 'consent',
      response_mode: 'query',
      nonce: 'n-0S6_WzA2Mj',
      max_age: '3600',
      ui_locales: 'de en',
      login_hint: 'ada@example.com',
    },
    addsToRefresh: { scope: 'openid profile email offline_access' },
    headers: { accept: 'text/html, application/json;q=0.9, */*;q=0.8' },
  },
];
