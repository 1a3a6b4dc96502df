// The walls of docs/architecture.md: `npm run walls` names each import that goes through one, and each circle.

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
const ERROR = '^src/contract/error\\.ts$';
const CLIENT = '^src/client/';
const SETTINGS = '^src/settings\\.ts$';

module.exports = {
  forbidden: [
    {
      name: 'no-circle',
      severity: 'error',
      comment: 'Two files that need each other are one, or three.',
      from: {},
      to: { circular: true },
    },
    wall('contract', CONTRACT, [SHARED], 'The contract knows nothing of ours but src/shared.'),
    wall('shared', SHARED, [ERROR], 'src/shared knows nothing of ours but the error.'),
    wall('settings', SETTINGS, [SHARED, ERROR], 'Settings know nothing of what reads them.'),
    wall('tools', '^tools/', [CONTRACT], 'tools/ knows only the contract.'),
    wall('client', CLIENT, [CONTRACT, SHARED], 'The client knows only the contract and src/shared.'),
    wall(
      'mcp',
      '^src/mcp/',
      [CONTRACT, SHARED, CLIENT, '^tools/', SETTINGS],
      'mcp knows the contract, tools/ and the client, never the service.',
    ),
    wall('import', '^src/import/', [CONTRACT, SHARED, CLIENT, SETTINGS], 'An import writes through the client.'),
    wall(
      'export',
      '^src/export/',
      [CONTRACT, SHARED, CLIENT, SETTINGS, '^src/import/'],
      'An export reads through the client.',
    ),
    wall(
      'dav',
      '^src/dav/',
      [
        CONTRACT,
        SHARED,
        CLIENT,
        SETTINGS,
        '^src/import/(formats/(vcard/|dates)|matching/social-profiles|carddav/|http/)',
        '^src/export/vcard-text\\.ts$',
      ],
      'CardDAV is handed the store as functions, and knows no service.',
    ),
    wall(
      'web',
      '^src/web/',
      [CONTRACT, SHARED, CLIENT, SETTINGS],
      'Pages are handed what they show, and know no service.',
    ),
    wall(
      'views',
      '^src/views/',
      [SHARED, '^src/web/words/'],
      'A view in a host knows nothing but words and what a result brings.',
    ),
    wall(
      'sign-in',
      '^src/sign-in/',
      [CONTRACT, SHARED, SETTINGS, '^src/service/(users|secrets)/', '^src/service/store/store\\.ts$'],
      'Signing in knows users and secrets, and nothing of people.',
    ),
    wall(
      'oauth',
      '^src/oauth/',
      [CONTRACT, SHARED, SETTINGS, '^src/service/(users|secrets)/', '^src/service/store/store\\.ts$'],
      'The authorization server knows users and secrets, and nothing of people.',
    ),
    wall('service', '^src/service/', [CONTRACT, SHARED, SETTINGS], 'The service knows only the contract.'),
    wall('store', '^src/service/store/', [CONTRACT, SHARED, SETTINGS], 'The store knows rows, not what they mean.'),
    wall(
      'secrets',
      '^src/service/secrets/',
      [CONTRACT, SHARED, SETTINGS, '^src/service/store/'],
      'Secrets know only the store.',
    ),
    wall(
      'runtime',
      '^src/service/runtime/',
      [CONTRACT, SHARED, SETTINGS, '^src/service/(store|secrets|users)/', '^src/service/providers/agenda\\.ts$'],
      'The runtime runs every operation and knows none.',
    ),
    wall(
      'users',
      '^src/service/users/',
      [CONTRACT, SHARED, SETTINGS, '^src/service/(store|secrets)/'],
      'Users and keys know only the store and secrets.',
    ),
    wall(
      'providers',
      '^src/service/providers/',
      [CONTRACT, SHARED, SETTINGS, '^src/service/(store|secrets|runtime|users)/'],
      'Providers know nothing of people.',
    ),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'node_modules' },
  },
};
