import type { Command } from '@commander-js/extra-typings';
import { action, examples, JSON_OPTION } from './action.ts';

/** Adds the everyday commands about people, for the local user or a remote service. */
export function addPeople(program: Command): void {
  program.commandsGroup('Your people:');
  program
    .command('find')
    .argument('<words...>', 'question, or words from a name, note, company, email, or number')
    .description('search people, notes, reminders, groups, and tags, best match first')
    .option('-n, --limit <count>', 'maximum number of results, up to 50', '10')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith find jane acme', 'kith find "when did jane move to lisbon"'))
    .action(action(async () => (await import('../commands/find.ts')).runFind));
  program
    .command('show')
    .argument('<who...>', 'name, email, number, or id')
    .description('show a person: details, relations, tags, reminders, latest notes')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith show jane doe'))
    .action(action(async () => (await import('../commands/show.ts')).runShow));
  program
    .command('add')
    .argument('<name...>', 'name of the person')
    .description('add a person')
    .option('--email <address>', 'email address; repeatable', many)
    .option('--phone <number>', 'phone number; repeatable', many)
    .option('--company <name>', 'company')
    .option('--title <title>', 'job title')
    .option('--birthday <day>', 'birthday, as 1990-05-17, or --05-17 without the year')
    .option('--tag <name>', 'tag, created if new; repeatable', many)
    .option('--note <text>', 'first note')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith add "Jane Doe" --email jane@example.com --tag friends'))
    .action(action(async () => (await import('../commands/add.ts')).runAdd));
  program
    .command('note')
    .argument('<who>', 'name, email, number, or id')
    .argument('<text...>', 'text of the note, or - for standard input')
    .description('add a note about a person')
    .option('--on <day>', 'day: today, yesterday, monday, 2026-05-17', 'today')
    .option('--type <type>', 'type: call, coffee, email, meal, meeting, party, text …', 'note')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith note jane "Loves Bergen, moves there in May" --type coffee'))
    .action(action(async () => (await import('../commands/note.ts')).runNote));
  program
    .command('remind')
    .argument('<text...>', 'text of the reminder')
    .description('set a reminder, optionally about a person')
    .requiredOption('--on <day>', 'due day: tomorrow, friday, 3d, 2w, 2026-05-17')
    .option('--about <who>', 'name, email, number, or id')
    .option('--every <span>', 'interval: week, 2 weeks, month, 3 months, 6 months, or year')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith remind "Return the book" --about jane --on friday'))
    .action(action(async () => (await import('../commands/remind.ts')).runRemind));
  program
    .command('due')
    .description('list due reminders and people to get in touch with')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith due'))
    .action(action(async () => (await import('../commands/due.ts')).runDue));
  program
    .command('done')
    .argument('<words...>', 'words from the reminder, or its id')
    .description('mark a reminder done')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith done return the book'))
    .action(action(async () => (await import('../commands/done.ts')).runDone));
  program
    .command('briefing')
    .description('show upcoming birthdays, reminders, events, and people to get in touch with')
    .option('--days <count>', 'number of days from today', '7')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith briefing --days 1'))
    .action(action(async () => (await import('../commands/briefing.ts')).runBriefing));
}

const many = (value: string, before: string[] = []): string[] => [...before, value];
