import type { Command, OptionValues } from '@commander-js/extra-typings';
import { settings } from '../../process/environment.ts';
import { collect, FILTER_OPTIONS } from '../input/filters.ts';
import { action, examples, JSON_OPTION } from './action.ts';

const HOST_OPTION = ['--host <address>', 'where to listen', '127.0.0.1'] as const;

/** The commands that serve assistants and programs, and those that look at the tools. */
export function addServing(program: Command): void {
  program.commandsGroup('For assistants and programs:');
  withFilters(
    program
      .command('stdio')
      .description('MCP over stdin and stdout, as a host starts it; also kith alone, without a terminal')
      .addHelpText('after', examples('kith stdio --read-only')),
  ).action(action(async () => (await import('../servers/stdio.ts')).runStdio));
  withFilters(
    program
      .command('http')
      .description('MCP over streamable HTTP, at /mcp')
      .option('--port <port>', 'the port; 0 lets the system choose', '8333')
      .option(...HOST_OPTION)
      .addHelpText('after', examples('kith http --port 8333')),
  ).action(action(async () => (await import('../servers/http.ts')).runHttp));
  withFilters(
    program
      .command('serve')
      .description('the REST service and /mcp, for many users')
      .option('--port <port>', 'the port; 0 lets the system choose', '8334')
      .option(...HOST_OPTION)
      .addHelpText('after', examples('kith serve --port 8334')),
  ).action(action(async () => (await import('../servers/serve.ts')).runServe));
  program
    .command('open')
    .description('the pages of kith in your browser, for you alone; until Ctrl-C')
    .option('--port <port>', 'the port; 0 lets the system choose', '8335')
    .option('--no-browser', 'only print the address')
    .addHelpText('after', examples('kith open'))
    .action(action(async () => (await import('../servers/open.ts')).runOpen));
  withFilters(
    program
      .command('tools')
      .argument('[name]', 'one tool, whole')
      .description('what an assistant sees')
      .option(...JSON_OPTION)
      .addHelpText('after', examples('kith tools', 'kith tools search_notes')),
  ).action(action(async () => (await import('../commands/tools.ts')).runTools));
  program
    .command('call')
    .argument('<tool>', 'its name; kith tools lists them')
    .argument('[json]', 'its arguments, or - for standard input', '{}')
    .description('call a tool from the shell')
    .addHelpText('after', examples(`kith call list_contacts '{"searchQuery":"ada"}'`))
    .action(action(async () => (await import('../commands/call.ts')).runCall));
}

function withFilters<Words extends (string | undefined)[], Options extends OptionValues>(
  command: Command<Words, Options>,
) {
  const { toolsets, tools, excludeTools, readOnly, catalogue } = FILTER_OPTIONS;
  return command
    .optionsGroup('Which tools there are:')
    .option(...toolsets, collect)
    .option(...tools, collect)
    .option(...excludeTools, collect)
    .option(...readOnly)
    .option(...catalogue);
}

/** The users, keys and secret of the service. */
export function addUsers(program: Command): void {
  program.commandsGroup('Users of kith serve:');
  const user = program
    .command('user')
    .description('users: add, list, link, plan, country, remove')
    .addHelpText('after', examples('kith user add jane@example.com', 'kith help user add'));
  const users = async () => import('../administration/users.ts');
  user
    .command('add')
    .argument('<email>')
    .description('a user, with a key and a link to sign in')
    .option('--name <name>', 'what they are called')
    .option('--plan <plan>', 'free or professional', 'professional')
    .option('--time-zone <zone>', 'such as Europe/Berlin')
    .option('--country <code>', 'of numbers without a country, such as DE; else by the time zone')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith user add jane@example.com --time-zone Europe/Berlin'))
    .action(action(async () => (await users()).add));
  user
    .command('list')
    .description('all users, with their plans and last use')
    .addHelpText('after', examples('kith user list'))
    .option(...JSON_OPTION)
    .action(action(async () => (await users()).list));
  user
    .command('link')
    .argument('<email>')
    .description('a one-time link that signs a browser in, for 10 minutes')
    .addHelpText('after', examples('kith user link jane@example.com'))
    .option(...JSON_OPTION)
    .action(action(async () => (await users()).link));
  user
    .command('plan')
    .argument('<email>')
    .argument('<plan>', 'free or professional')
    .description('put a user on another plan; on free, keys are refused')
    .addHelpText('after', examples('kith user plan jane@example.com free'))
    .option(...JSON_OPTION)
    .action(action(async () => (await users()).plan));
  user
    .command('country')
    .argument('<email>')
    .argument('<code>', 'such as DE')
    .description('the country of phone numbers that are written without its code')
    .addHelpText('after', examples('kith user country jane@example.com DE'))
    .option(...JSON_OPTION)
    .action(action(async () => (await users()).country));
  user
    .command('remove')
    .argument('<email>')
    .description('remove a user and all that is theirs, for good')
    .addHelpText('after', examples('kith user remove jane@example.com'))
    .option('--yes <email>', 'the e-mail once more, where nobody can be asked')
    .option(...JSON_OPTION)
    .action(action(async () => (await users()).remove));
  addKeys(program);
  addHosts(program);
  program
    .command('log')
    .description('the security log: keys, refusals, exports and the like of 90 days')
    .option('--since <time>', 'from then on: 7d, 12h, 2026-05-17')
    .option('--user <email>', 'of this user alone')
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
    .description('the secret that keys and accounts are sealed with: rotate')
    .addHelpText('after', examples('kith secret rotate'))
    .command('rotate')
    .description('a new secret, and everything sealed under it')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith secret rotate'))
    .action(action(async () => (await import('../administration/secret.ts')).runSecret));
  program
    .command('distribute')
    .description('spread the users of a PostgreSQL database over the workers of Citus')
    .option('--dry-run', 'only say what would be done')
    .addHelpText('after', examples('kith distribute --dry-run'))
    .action(action(async () => (await import('../administration/distribute.ts')).runDistribute));
}

const WHOSE = 'a user of the data here (default: you)';
const WHOSE_NAME = 'its name, after the email of a user of the data here (default: you)';

function addKeys(program: Command): void {
  const key = program
    .command('key')
    .description('API keys and app passwords: show, regenerate, add, list, revoke')
    .addHelpText('after', examples('kith key list jane@example.com', 'kith help key add'));
  const keys = async () => import('../commands/keys.ts');
  key
    .command('show')
    .argument('[email]', WHOSE)
    .description('the default key')
    .addHelpText('after', examples('kith key show jane@example.com'))
    .option(...JSON_OPTION)
    .action(action(async () => (await keys()).show));
  key
    .command('regenerate')
    .argument('[email]', WHOSE)
    .description('replace the default key; the old one is refused at once')
    .addHelpText('after', examples('kith key regenerate jane@example.com'))
    .option('--permissions <scope>', 'read or write', 'write')
    .option(...JSON_OPTION)
    .action(action(async () => (await keys()).regenerate));
  key
    .command('add')
    .argument('[email]', WHOSE)
    .description('one more key or app password, shown only this once')
    .requiredOption('--name <name>', 'what will use the key')
    .option('--dav', 'an app password for the address book of a phone (CardDAV), which opens nothing else')
    .option('--scope <scope>', 'read or write', 'write')
    .option('--expires <time>', '90d, 1y, 2027-01-01')
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
    .argument('[email]', WHOSE)
    .description('the keys, with scope, expiry and last use')
    .addHelpText('after', examples('kith key list jane@example.com'))
    .option(...JSON_OPTION)
    .action(action(async () => (await keys()).list));
  key
    .command('revoke')
    .usage('[options] [email] <name>')
    .argument('<name...>', WHOSE_NAME)
    .description('take a key away; it is refused at once')
    .addHelpText('after', examples('kith key revoke jane@example.com laptop'))
    .option(...JSON_OPTION)
    .action(action(async () => (await keys()).revoke));
}

function addHosts(program: Command): void {
  const host = program
    .command('host')
    .description('assistants and programs that a user let in: list, revoke')
    .addHelpText('after', examples('kith host list jane@example.com', 'kith help host revoke'));
  const hosts = async () => import('../commands/hosts.ts');
  host
    .command('list')
    .argument('[email]', WHOSE)
    .description('the hosts, with what they may do and last use')
    .addHelpText('after', examples('kith host list jane@example.com'))
    .option(...JSON_OPTION)
    .action(action(async () => (await hosts()).list));
  host
    .command('revoke')
    .usage('[options] [email] <id>')
    .argument('<id...>', 'its id or name, after the email of a user of the data here (default: you)')
    .description('end what a host may do; its tokens are refused at once')
    .addHelpText('after', examples('kith host revoke jane@example.com Claude'))
    .option(...JSON_OPTION)
    .action(action(async () => (await hosts()).revoke));
}
