import type { Command } from '@commander-js/extra-typings';
import { collect } from '../input/filters.ts';
import { action, examples, JSON_OPTION } from './action.ts';

const USER_OPTION = ['--user <email>', 'user of kith serve (default: the local user)'] as const;

/** Adds the commands for connected mail, calendars, and address books. */
export function addAccounts(program: Command): void {
  program.commandsGroup('Mail, calendars, and address books:');
  program
    .command('connect')
    .argument('<kind>', 'google, microsoft, ics, or carddav')
    .argument('[address]', "for ics: a file, or - to read the URL from standard input; for carddav: the server's URL")
    .description('connect an account, a calendar by URL, or an address book (guides: docs/connect.md, docs/phone.md)')
    .option('--write', 'permission to create and change events')
    .option('--paste', 'sign-in with a browser on another computer')
    .option('--device', 'sign-in with a code (Microsoft only)')
    .option('--name <name>', 'name for the calendar')
    .option('--login <name>', 'user name for carddav; kith asks for the password or uses KITH_IMPORT_PASSWORD')
    .option('--read-only', 'for carddav: copy changes only from the server')
    .option('--book <name>', 'for carddav: address book name, or all; repeatable', collect)
    .option(...USER_OPTION)
    .addHelpText('after', "\nA calendar's URL is secret: kith asks for it unless - is given.")
    .addHelpText(
      'after',
      examples(
        'kith connect google',
        'kith connect ics --name Family',
        'kith connect carddav https://carddav.fastmail.com --login jane@example.com',
      ),
    )
    .action(action(async () => (await import('../commands/connect.ts')).runConnect));
  program
    .command('accounts')
    .description('list connected accounts and address books, and those to reconnect')
    .option(...USER_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith accounts'))
    .action(action(async () => (await import('../commands/accounts.ts')).runAccounts));
  program
    .command('calendars')
    .description('list calendars and choose which ones are included')
    .option('--show <name>', 'calendar to include; repeatable', collect)
    .option('--hide <name>', 'calendar to leave out; repeatable', collect)
    .option(...USER_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith calendars', 'kith calendars --hide Work --show Birthdays'))
    .action(action(async () => (await import('../commands/calendars.ts')).runCalendars));
  program
    .command('last-contact')
    .description('update “last seen” from mail and meetings; off until an account is turned on')
    .option('--on <email>', 'account to turn on; repeatable', collect)
    .option('--off <email>', 'account to turn off, deleting its counts; repeatable', collect)
    .option(...USER_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith last-contact --on jane@example.com', 'kith last-contact'))
    .action(action(async () => (await import('../commands/last-contact.ts')).runLastContact));
  program
    .command('suggested')
    .alias('written-to')
    .description('list people you write to who are not contacts')
    .option('--add <address>', 'person to add')
    .option('--to <who>', 'with --add: existing person to add the address to, or new to always create a person')
    .option('--not-now <address>', 'person to suggest again in 60 days')
    .option('--never <address>', 'person to never suggest again')
    .option('--again <address>', 'dismissed person to suggest again')
    .option(...USER_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith suggested', 'kith suggested --add ada@example.com'))
    .action(action(async () => (await import('../commands/suggested.ts')).runSuggested));
  program
    .command('sync')
    .argument('[book]', 'name of a connected address book (default: all)')
    .description('sync connected address books now')
    .option('--dry-run', 'only show what would change')
    .option('--delete', 'allow large deletions: more than ten people and more than a third')
    .option(...USER_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith sync --dry-run', 'kith sync Friends'))
    .action(action(async () => (await import('../commands/sync.ts')).runSync));
  program
    .command('disconnect')
    .argument('[email]', 'email of the account, or name of a calendar or address book')
    .description('disconnect an account, a calendar, or an address book')
    .option('--provider <name>', 'google, microsoft, ics, or carddav, if the email or name is ambiguous')
    .option(...USER_OPTION)
    .addHelpText('after', examples('kith disconnect jane@example.com'))
    .action(action(async () => (await import('../commands/accounts.ts')).runDisconnect));
  program
    .command('feed')
    .description('show the secret URL of your calendar feed: birthdays, reminders, keep-in-touch days')
    .option('--new', 'new URL; the old one stops working')
    .option('--off', 'turn the feed off')
    .option('--parts <parts>', 'comma-separated list of birthdays, reminders, keep-in-touch')
    .option('--alarm <minutes>', 'minutes from alarm to reminder, or none')
    .option(...USER_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith feed', 'kith feed --parts birthdays,reminders --alarm 15'))
    .action(action(async () => (await import('../commands/feed.ts')).runFeed));
}
