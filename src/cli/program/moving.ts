import type { Command } from '@commander-js/extra-typings';
import { action, examples, JSON_OPTION } from './action.ts';

/** The commands that bring data in and out, and undo. */
export function addMoving(program: Command): void {
  program.commandsGroup('Move data:');
  program
    .command('import')
    .argument('[sources...]', 'files, or - for standard input; or monica and its files, or carddav and its address')
    .description('vCard, CSV and JSON files, zips of them, WhatsApp chats, other services')
    .option('--map <file>', 'a JSON file that says what the columns of another CSV are')
    .option('--encoding <name>', 'what a file is written in, such as windows-1251; else it is guessed')
    .option('--user <name>', 'your name at a CardDAV server')
    .option('--notes', 'what was said in a chat becomes notes too, one for each day')
    .option('--me <name>', 'what you are called in a chat, where that is not clear')
    .option('--dry-run', 'say what would be done and write nothing')
    .option(...JSON_OPTION)
    .addHelpText('after', IMPORT)
    .addHelpText(
      'after',
      examples(
        'kith import contacts.vcf google.csv --dry-run',
        'kith import monica export.json',
        'kith import carddav https://contacts.example.com --user jane',
      ),
    )
    .action(action(async () => (await import('../commands/import.ts')).runImport));
  program
    .command('export')
    .argument('[file]', 'where to; else, and for -, standard output')
    .description('everything as JSON, or the contacts as vCard or CSV')
    .option('--format <format>', 'json, vcf or csv; else by the name of the file')
    .option('--raw', 'leave formulas in a CSV as they are')
    .option('--force', 'replace a file that is there')
    .addHelpText('after', examples('kith export people.vcf'))
    .action(action(async () => (await import('../commands/export.ts')).runExport));
  program
    .command('backup')
    .argument('<file>', 'or - for standard output')
    .description('a checked copy of all data, while kith runs; encrypted on request')
    .option('--encrypt', 'ask for a passphrase and encrypt the copy')
    .option('--passphrase-file <file>', 'take the passphrase from a file')
    .option('--force', 'replace a file that is there')
    .addHelpText('after', examples('kith backup kith.backup --encrypt'))
    .action(action(async () => (await import('../administration/backup.ts')).runBackup));
  program
    .command('restore')
    .argument('<file>', 'or - for standard input')
    .description('puts a backup in place of the data, and keeps what was there')
    .option('--passphrase-file <file>', 'take the passphrase from a file')
    .addHelpText('after', examples('kith restore kith.backup'))
    .action(action(async () => (await import('../administration/backup.ts')).runRestore));
  addTrash(program);
  program
    .command('undo')
    .argument('[id]', 'of a merge, or of its result')
    .description('merges of the last 30 days; takes back the one that is named')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith undo'))
    .action(action(async () => (await import('../commands/undo.ts')).runUndo));
}

function addTrash(program: Command): void {
  const trash = program
    .command('trash')
    .description('what was deleted in the last 30 days, and the way back')
    .addHelpText('after', examples('kith trash', 'kith trash restore 01a2…'));
  trash
    .command('list', { isDefault: true })
    .description('what is in it')
    .addHelpText('after', examples('kith trash list'))
    .option(...JSON_OPTION)
    .action(action(async () => (await import('../commands/trash.ts')).listed));
  trash
    .command('restore')
    .argument('<ids...>')
    .description('restore these; an unknown id restores none')
    .addHelpText('after', examples('kith trash restore 01a2…'))
    .option(...JSON_OPTION)
    .action(action(async () => (await import('../commands/trash.ts')).restored));
  trash
    .command('empty')
    .argument('[ids...]')
    .description('deletes these for good, or all of it with --all')
    .option('--all', 'everything that is in it')
    .addHelpText('after', examples('kith trash empty 01a2…', 'kith trash empty --all'))
    .option(...JSON_OPTION)
    .action(action(async () => (await import('../commands/trash.ts')).emptied));
}

const IMPORT = `
Reads vCard 2.1, 3.0 and 4.0, CSV exports of Google Contacts, Outlook,
Thunderbird and LinkedIn, lists with columns such as name, email and phone, and
JSON exports of kith, which come in whole. A chat that WhatsApp exported moves
the last contact of the person. A zip is read without unpacking it. Exports
of Monica 4.x, as JSON or SQL, come in with notes, reminders and relations. All
address books of a CardDAV account come in; the password is asked for, or taken
from KITH_IMPORT_PASSWORD. With KITH_BASE_URL all goes into the service there.

What is there already is added to, never overwritten; the same file again
changes nothing. A map says { "columns": { "Vorname": "first_name" } }.`;
