import type { Command } from '@commander-js/extra-typings';
import { collect } from '../input/filters.ts';
import { action, examples, JSON_OPTION } from './action.ts';

const USER_OPTION = ['--user <email>', 'a user of kith serve; else the local user'] as const;

/** The commands about connected mail, calendars and address books. */
export function addAccounts(program: Command): void {
  program.commandsGroup('Mail, calendars and address books:');
  program
    .command('connect')
    .argument('<kind>', 'google, microsoft, ics or carddav')
    .argument(
      '[address]',
      'of ics: a file, or - to read the address from standard input; of carddav: where the address books are',
    )
    .description(
      'an account, a calendar by its address, or an address book; docs/connect.md and docs/phone.md are the guides',
    )
    .option('--write', 'kith may also make and change events')
    .option('--paste', 'sign in with a browser on another machine')
    .option('--device', 'sign in with a code, at Microsoft')
    .option('--name <name>', 'how to call a calendar')
    .option(
      '--login <name>',
      'of carddav: who signs in there; the password is asked for, or taken from KITH_IMPORT_PASSWORD',
    )
    .option('--read-only', 'of carddav: take what changes there, and change nothing there')
    .option('--book <name>', 'of carddav: which address book, or all; may be given several times', collect)
    .option(...USER_OPTION)
    .addHelpText('after', '\nThe address of a calendar is a secret: it is asked for, unless - is given.')
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
    .description('the connected accounts and followed address books, and which must be connected again')
    .option(...USER_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith accounts'))
    .action(action(async () => (await import('../commands/accounts.ts')).runAccounts));
  program
    .command('calendars')
    .description('the calendars of all accounts, and which of them count')
    .option('--show <name>', 'let it count; may be given several times', collect)
    .option('--hide <name>', 'leave it out; may be given several times', collect)
    .option(...USER_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith calendars', 'kith calendars --hide Work --show Birthdays'))
    .action(action(async () => (await import('../commands/calendars.ts')).runCalendars));
  program
    .command('last-contact')
    .description('count who you mailed and met, so that “last seen” follows; off until an account is switched on')
    .option('--on <email>', 'let an account count; may be given several times', collect)
    .option('--off <email>', 'let it count no more, and forget what was counted', collect)
    .option(...USER_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith last-contact --on jane@example.com', 'kith last-contact'))
    .action(action(async () => (await import('../commands/last-contact.ts')).runLastContact));
  program
    .command('written-to')
    .description('people you write to who are not among your people')
    .option('--add <address>', 'add them')
    .option('--to <who>', 'with --add: give the address to somebody who is there; new adds somebody new all the same')
    .option('--not-now <address>', 'offer them again in 60 days')
    .option('--never <address>', 'offer them no more')
    .option('--again <address>', 'take that back')
    .option(...USER_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith written-to', 'kith written-to --add ada@example.com'))
    .action(action(async () => (await import('../commands/written-to.ts')).runWrittenTo));
  program
    .command('sync')
    .argument('[book]', 'the name of an address book that is followed; else each of them')
    .description('sync the address books that you follow, now')
    .option('--dry-run', 'say what would be done, and do nothing')
    .option('--delete', 'also where much is deleted: more than ten people, and more than a third')
    .option(...USER_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith sync --dry-run', 'kith sync Friends'))
    .action(action(async () => (await import('../commands/sync.ts')).runSync));
  program
    .command('disconnect')
    .argument('[email]', 'of the account, or the name of a calendar or address book')
    .description('forget an account and take back its permission; or forget a calendar or an address book')
    .option('--provider <name>', 'google, microsoft, ics or carddav, where the e-mail or name is not enough')
    .option(...USER_OPTION)
    .addHelpText('after', examples('kith disconnect jane@example.com'))
    .action(action(async () => (await import('../commands/accounts.ts')).runDisconnect));
  program
    .command('feed')
    .description('the secret address of your calendar feed: birthdays, reminders, keep-in-touch days')
    .option('--new', 'another address; the old one leads nowhere from now on')
    .option('--off', 'no address')
    .option('--parts <parts>', 'birthdays, reminders, keep-in-touch, with commas between them')
    .option('--alarm <minutes>', 'how long before its time a reminder rings, or none')
    .option(...USER_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith feed', 'kith feed --parts birthdays,reminders --alarm 15'))
    .action(action(async () => (await import('../commands/feed.ts')).runFeed));
}
