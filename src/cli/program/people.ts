import type { Command } from '@commander-js/extra-typings';
import { action, examples, JSON_OPTION } from './action.ts';

/** The everyday commands about people, for the local user or at a remote service. */
export function addPeople(program: Command): void {
  program.commandsGroup('Your people:');
  program
    .command('find')
    .argument('<words...>', 'a question, or words of a name, note, company, e-mail, number')
    .description('people, notes, reminders, groups and tags for a question or some words, best match first')
    .option('-n, --limit <count>', 'maximum number of results, up to 50', '10')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith find jane acme', 'kith find "when did jane move to lisbon"'))
    .action(action(async () => (await import('../commands/find.ts')).runFind));
  program
    .command('show')
    .argument('<who...>', 'name, e-mail, number or id')
    .description('all about one person: details, relations, tags, reminders, latest notes')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith show jane doe'))
    .action(action(async () => (await import('../commands/show.ts')).runShow));
  program
    .command('add')
    .argument('<name...>', 'the name of the person')
    .description('a new person')
    .option('--email <address>', 'an e-mail; may be given several times', many)
    .option('--phone <number>', 'a number; may be given several times', many)
    .option('--company <name>', 'where they work')
    .option('--title <title>', 'what they do there')
    .option('--birthday <day>', 'as 1990-05-17, or --05-17 without the year')
    .option('--tag <name>', 'a tag, made when new; may be given several times', many)
    .option('--note <text>', 'a first note')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith add "Jane Doe" --email jane@example.com --tag friends'))
    .action(action(async () => (await import('../commands/add.ts')).runAdd));
  program
    .command('note')
    .argument('<who>', 'name, e-mail, number or id')
    .argument('<text...>', 'what to keep; - reads it from standard input')
    .description('a note about a person')
    .option('--on <day>', 'when it was: today, yesterday, monday, 2026-05-17', 'today')
    .option('--type <type>', 'call, coffee, email, meal, meeting, party, text …', 'note')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith note jane "Loves Bergen, moves there in May" --type coffee'))
    .action(action(async () => (await import('../commands/note.ts')).runNote));
  program
    .command('remind')
    .argument('<text...>', 'what to be reminded of')
    .description('a reminder, about a person or none')
    .requiredOption('--on <day>', 'tomorrow, friday, 3d, 2w, 2026-05-17')
    .option('--about <who>', 'name, e-mail, number or id')
    .option('--every <span>', 'week, 2 weeks, month, 3 months, 6 months or year')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith remind "Return the book" --about jane --on friday'))
    .action(action(async () => (await import('../commands/remind.ts')).runRemind));
  program
    .command('due')
    .description('reminders that are due, and people to be in touch with')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith due'))
    .action(action(async () => (await import('../commands/due.ts')).runDue));
  program
    .command('done')
    .argument('<words...>', 'of the reminder, or its id')
    .description('a reminder is done; one that comes back is due again later')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith done return the book'))
    .action(action(async () => (await import('../commands/done.ts')).runDone));
  program
    .command('briefing')
    .description('birthdays, reminders, people to be in touch with, and events ahead')
    .option('--days <count>', 'so many days from today', '7')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith briefing --days 1'))
    .action(action(async () => (await import('../commands/briefing.ts')).runBriefing));
}

const many = (value: string, before: string[] = []): string[] => [...before, value];
