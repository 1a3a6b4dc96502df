import type { Command } from '@commander-js/extra-typings';
import { action, examples, JSON_OPTION } from './action.ts';
import { collect } from './filters.ts';

const USER_OPTION = ['--user <email>', 'a user of kith serve; else the local user'] as const;

/** The commands about connected mail and calendars. */
export function addAccounts(program: Command): void {
  program.commandsGroup('Mail and calendars:');
  program
    .command('connect')
    .argument('<kind>', 'google, microsoft or ics')
    .argument('[calendar]', 'of ics: a file, or - to read the address from standard input')
    .description('an account, or a calendar by its address; docs/connect.md is the guide')
    .option('--write', 'kith may also make and change events')
    .option('--paste', 'sign in with a browser on another machine')
    .option('--device', 'sign in with a code, at Microsoft')
    .option('--name <name>', 'how to call a calendar')
    .option(...USER_OPTION)
    .addHelpText('after', '\nThe address of a calendar is a secret: it is asked for, unless - is given.')
    .addHelpText('after', examples('kith connect google', 'kith connect ics --name Family'))
    .action(action(async () => (await import('../commands/connect.ts')).runConnect));
  program
    .command('accounts')
    .description('the connected accounts, and which must be connected again')
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
    .command('disconnect')
    .argument('[email]', 'of the account, or the name of a calendar')
    .description('forget an account and take back its permission')
    .option('--provider <name>', 'google, microsoft or ics, where the e-mail or name is not enough')
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
