// The walls of docs/architecture.md: `npm run lint:imports` reports each import that goes through one, and each cycle.

/** A wall: code in `from` may import, of ours, only what lies in `may` (and its own folder). */
const wall = (name, from, may, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: '^(src|tools)/', pathNot: [from, ...may] },
});

const CONTRACT = '^src/contract/';
const SHARED = '^src/shared/';
const CLIENT = '^src/client/';
const SETTINGS = '^src/settings\\.ts$';

const STORE = '^src/store/';
const IDENTITY = '^src/identity/';
const PROVIDERS = '^src/providers/';
const VCARD = '^src/vcard/';
const DAV = '^src/dav/';
const PROCESS = '^src/process/';
const SERVER = '^src/server/';
const BASE = [CONTRACT, SHARED, SETTINGS];

module.exports = {
  forbidden: [
    {
      name: 'no-circle',
      severity: 'error',
      comment: 'Two files that need each other are one, or three.',
      from: {},
      to: { circular: true },
    },
    wall('contract', CONTRACT, [SHARED], 'The contract imports only src/shared.'),
    wall('shared', SHARED, [], 'src/shared imports nothing of ours.'),
    wall('settings', SETTINGS, [SHARED], 'Settings import only src/shared.'),
    wall('tools', '^tools/', [CONTRACT], 'tools/ imports only the contract.'),
    wall('client', CLIENT, [CONTRACT, SHARED], 'The client imports only the contract and src/shared.'),
    wall(
      'mcp',
      '^src/mcp/',
      [...BASE, CLIENT, '^tools/'],
      'The MCP server imports the contract, tools/ and the client, never the service.',
    ),
    wall('vcard', VCARD, BASE, 'vCards import only the contract and src/shared.'),
    wall(
      'import',
      '^src/import/',
      [...BASE, CLIENT, VCARD, '^src/dav/client/'],
      'An import writes through the client.',
    ),
    wall('export', '^src/export/', [...BASE, CLIENT, VCARD], 'An export reads through the client.'),
    wall('dav', DAV, [...BASE, CLIENT, VCARD], 'CardDAV receives the store as functions and imports no service.'),
    wall('web', '^src/web/', [...BASE, CLIENT], 'Pages receive what they show and import no service.'),
    {
      name: 'commands',
      comment: 'A command that every user has calls operations, so it works with KITH_BASE_URL too.',
      severity: 'error',
      from: { path: '^src/cli/(commands|people|completion|input|output)/' },
      to: {
        path: '^(src|tools)/',
        pathNot: [
          ...[...BASE, CLIENT, VCARD, PROCESS, '^src/mcp/', '^src/import/', '^src/export/', '^src/dav/client/'],
          ...['^src/cli/', '^src/server/(composition|transfer)/', '^tools/'],
        ],
      },
    },
    wall('views', '^src/views/', [SHARED, '^src/web/words/'], 'A view imports only words.'),
    wall('store', STORE, BASE, 'The store knows rows, not their meaning.'),
    wall('identity', IDENTITY, [...BASE, STORE], 'Identity knows nothing about people.'),
    wall('providers', PROVIDERS, [...BASE, STORE, IDENTITY], 'Providers know nothing about people.'),
    wall(
      'service',
      '^src/service/',
      [...BASE, STORE, IDENTITY, PROVIDERS],
      'The service imports no client and no page.',
    ),
    wall(
      'runtime',
      '^src/service/runtime/',
      [...BASE, STORE, IDENTITY, '^src/providers/agenda\\.ts$'],
      'The runtime runs every operation and imports none.',
    ),
    wall(
      'names-and-questions',
      '^src/service/(names|question)/',
      [CONTRACT, SHARED],
      'What a name or a question means is worked out without the data.',
    ),
    wall(
      'undo-records',
      '^src/service/undo-records/',
      [...BASE, STORE, IDENTITY, '^src/service/(runtime|common)/'],
      'Every resource writes trash entries and merge records, so they import no resource.',
    ),
    {
      name: 'history',
      comment: 'Restoring, merging and archiving need every resource, so no resource imports them.',
      severity: 'error',
      from: { path: '^src/service/[^/]+/', pathNot: '^src/service/history/' },
      to: { path: '^src/service/history/' },
    },
    wall('process', PROCESS, [SHARED, SETTINGS], 'Environment and output know nothing of kith.'),
    {
      name: 'server',
      comment: 'The command line imports the server, not the other way round.',
      severity: 'error',
      from: { path: SERVER },
      to: { path: '^src/cli/' },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'node_modules' },
  },
};
