import type { Command, OptionValues } from '@commander-js/extra-typings';
import { settings } from '../../process/environment.ts';
import { collect, FILTER_OPTIONS } from '../input/filters.ts';
import { action, examples, JSON_OPTION } from './action.ts';

const HOST_OPTION = ['--host <address>', 'listen address', '127.0.0.1'] as const;

/** Adds the commands that serve assistants and programs, and those that show and call tools. */
export function addServing(program: Command): void {
  program.commandsGroup('For assistants and programs:');
  withFilters(
    program
      .command('stdio')
      .description('serve MCP over stdin and stdout; also kith without a command or terminal')
      .addHelpText('after', examples('kith stdio --read-only')),
  ).action(action(async () => (await import('../servers/stdio.ts')).runStdio));
  withFilters(
    program
      .command('http')
      .description('serve MCP over streamable HTTP, at /mcp')
      .option('--port <port>', 'port; 0 lets the system choose', '8333')
      .option(...HOST_OPTION)
      .addHelpText('after', examples('kith http --port 8333')),
  ).action(action(async () => (await import('../servers/http.ts')).runHttp));
  withFilters(
    program
      .command('serve')
      .description('serve the REST API, the web app, and /mcp for many users')
      .option('--port <port>', 'port; 0 lets the system choose', '8334')
      .option(...HOST_OPTION)
      .addHelpText('after', examples('kith serve --port 8334')),
  ).action(action(async () => (await import('../servers/serve.ts')).runServe));
  program
    .command('open')
    .description('open the web app in your browser, only for you, until Ctrl-C')
    .option('--port <port>', 'port; 0 lets the system choose', '8335')
    .option('--no-browser', 'only print the URL')
    .addHelpText('after', examples('kith open'))
    .action(action(async () => (await import('../servers/open.ts')).runOpen));
  withFilters(
    program
      .command('tools')
      .argument('[name]', 'tool to show in full')
      .description('list the tools that an assistant sees')
      .option(...JSON_OPTION)
      .addHelpText('after', examples('kith tools', 'kith tools search_notes')),
  ).action(action(async () => (await import('../commands/tools.ts')).runTools));
  program
    .command('call')
    .argument('<tool>', 'name of the tool, from kith tools')
    .argument('[json]', 'arguments, or - for standard input', '{}')
    .description('call a tool from the shell')
    .addHelpText('after', examples(`kith call list_contacts '{"searchQuery":"ada"}'`))
    .action(action(async () => (await import('../commands/call.ts')).runCall));
}

function withFilters<Words extends (string | undefined)[], Options extends OptionValues>(
  command: Command<Words, Options>,
) {
  const { toolsets, tools, excludeTools, readOnly, catalogue, noCatalogue } = FILTER_OPTIONS;
  return command
    .optionsGroup('Tool filters:')
    .option(...toolsets, collect)
    .option(...tools, collect)
    .option(...excludeTools, collect)
    .option(...readOnly)
    .option(...catalogue)
    .option(...noCatalogue);
}

/** Adds the commands for the users, keys, and secret of the service. */
export function addUsers(program: Command): void {
  program.commandsGroup('Users of kith serve:');
  const user = program
    .command('user')
    .description('manage users: add, list, link, plan, country, remove')
    .addHelpText('after', examples('kith user add jane@example.com', 'kith help user add'));
  const users = async () => import('../administration/users.ts');
  user
    .command('add')
    .argument('<email>')
    .description('add a user with a key and a sign-in link')
    .option('--name <name>', 'name of the user')
    .option('--plan <plan>', 'plan: free or professional', 'professional')
    .option('--time-zone <zone>', 'time zone, such as Europe/Berlin')
    .option(
      '--country <code>',
      'country of phone numbers without a country code, such as DE (default: from the time zone)',
    )
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith user add jane@example.com --time-zone Europe/Berlin'))
    .action(action(async () => (await users()).add));
  user
    .command('list')
    .description('list all users with plans and last use')
    .addHelpText('after', examples('kith user list'))
    .option(...JSON_OPTION)
    .action(action(async () => (await users()).list));
  user
    .command('link')
    .argument('<email>')
    .description('create a one-time sign-in link, valid for 10 minutes')
    .addHelpText('after', examples('kith user link jane@example.com'))
    .option(...JSON_OPTION)
    .action(action(async () => (await users()).link));
  user
    .command('plan')
    .argument('<email>')
    .argument('<plan>', 'plan: free or professional')
    .description("change a user's plan; on free, keys are rejected")
    .addHelpText('after', examples('kith user plan jane@example.com free'))
    .option(...JSON_OPTION)
    .action(action(async () => (await users()).plan));
  user
    .command('country')
    .argument('<email>')
    .argument('<code>', 'country code, such as DE')
    .description('set the country of phone numbers without a country code')
    .addHelpText('after', examples('kith user country jane@example.com DE'))
    .option(...JSON_OPTION)
    .action(action(async () => (await users()).country));
  user
    .command('remove')
    .argument('<email>')
    .description('permanently remove a user and all their data')
    .addHelpText('after', examples('kith user remove jane@example.com'))
    .option('--yes <email>', 'the email again, as confirmation without a terminal')
    .option(...JSON_OPTION)
    .action(action(async () => (await users()).remove));
  addKeys(program);
  addApps(program);
  program
    .command('log')
    .description('show the security log of the last 90 days')
    .option('--since <time>', 'start time: 7d, 12h, 2026-05-17')
    .option('--user <email>', 'only events of this user')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith log --since 7d'))
    .action(
      action(async () => {
        const isRemote = settings.KITH_BASE_URL !== undefined;
        const load = isRemote ? import('../commands/security-log.ts') : import('../administration/security-log.ts');
        return (await load).runLog;
      }),
    );
  program
    .command('secret')
    .description('manage the secret that encrypts keys and accounts: rotate')
    .addHelpText('after', examples('kith secret rotate'))
    .command('rotate')
    .description('create a new secret and re-encrypt everything')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith secret rotate'))
    .action(action(async () => (await import('../administration/secret.ts')).runSecret));
  program
    .command('distribute')
    .description('distribute the users of a PostgreSQL database across Citus workers')
    .option('--dry-run', 'only show what would change')
    .addHelpText('after', examples('kith distribute --dry-run'))
    .action(action(async () => (await import('../administration/distribute.ts')).runDistribute));
}

const USER = 'local user (default: you)';
const USER_AND_NAME = 'name of the key, after the email of a local user (default: you)';

function addKeys(program: Command): void {
  const key = program
    .command('key')
    .description('manage API keys and app passwords: show, regenerate, add, list, revoke')
    .addHelpText('after', examples('kith key list jane@example.com', 'kith help key add'));
  const keys = async () => import('../commands/keys.ts');
  key
    .command('show')
    .argument('[email]', USER)
    .description('show the default key')
    .addHelpText('after', examples('kith key show jane@example.com'))
    .option(...JSON_OPTION)
    .action(action(async () => (await keys()).show));
  key
    .command('regenerate')
    .argument('[email]', USER)
    .description('replace the default key; the old one stops working immediately')
    .addHelpText('after', examples('kith key regenerate jane@example.com'))
    .option('--permissions <scope>', 'scope: read or write', 'write')
    .option(...JSON_OPTION)
    .action(action(async () => (await keys()).regenerate));
  key
    .command('add')
    .argument('[email]', USER)
    .description('add a key or app password, shown only once')
    .requiredOption('--name <name>', 'name of the app or device that uses it')
    .option('--dav', "app password for a phone's address book (CardDAV) only")
    .option('--scope <scope>', 'scope: read or write', 'write')
    .option('--expires <time>', 'expiry: 90d, 1y, 2027-01-01')
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      examples(
        'kith key add jane@example.com --name laptop --expires 90d',
        'kith key add jane@example.com --name iPhone --dav',
      ),
    )
    .action(action(async () => (await keys()).add));
  key
    .command('list')
    .argument('[email]', USER)
    .description('list keys with scope, expiry, and last use')
    .addHelpText('after', examples('kith key list jane@example.com'))
    .option(...JSON_OPTION)
    .action(action(async () => (await keys()).list));
  key
    .command('revoke')
    .usage('[options] [email] <name>')
    .argument('<name...>', USER_AND_NAME)
    .description('revoke a key; it stops working immediately')
    .addHelpText('after', examples('kith key revoke jane@example.com laptop'))
    .option(...JSON_OPTION)
    .action(action(async () => (await keys()).revoke));
}

function addApps(program: Command): void {
  const app = program
    .command('app')
    .description('manage connected assistants and programs: list, revoke')
    .addHelpText('after', examples('kith app list jane@example.com', 'kith help app revoke'));
  const apps = async () => import('../commands/apps.ts');
  app
    .command('list')
    .argument('[email]', USER)
    .description('list connected apps with scopes and last use')
    .addHelpText('after', examples('kith app list jane@example.com'))
    .option(...JSON_OPTION)
    .action(action(async () => (await apps()).list));
  app
    .command('revoke')
    .usage('[options] [email] <id>')
    .argument('<id...>', 'id or name of the app, after the email of a local user (default: you)')
    .description('disconnect an app; its tokens stop working immediately')
    .addHelpText('after', examples('kith app revoke jane@example.com Claude'))
    .option(...JSON_OPTION)
    .action(action(async () => (await apps()).revoke));
}
