import type { Command } from '@commander-js/extra-typings';
import { action, examples, JSON_OPTION } from './action.ts';

/** Adds the commands for import, export, backups, and undo. */
export function addMoving(program: Command): void {
  program.commandsGroup('Move data:');
  program
    .command('import')
    .argument('[sources...]', 'files, - for standard input, monica and its files, or carddav and its URL')
    .description('import vCard, CSV, and JSON files, zips of them, WhatsApp chats, other services')
    .option('--map <file>', 'JSON file that maps the columns of an unknown CSV')
    .option('--encoding <name>', 'character encoding, such as windows-1251 (default: detected)')
    .option('--user <name>', 'user name on a CardDAV server')
    .option('--notes', 'also create notes from a chat, one per day')
    .option('--me <name>', 'your name in a chat, if it is not clear')
    .option('--dry-run', 'only show what would change')
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
    .argument('[file]', 'output file (default, and for -: stdout)')
    .description('export everything as JSON, or contacts as vCard or CSV')
    .option('--format <format>', 'json, vcf, or csv (default: from the file extension)')
    .option('--raw', 'do not escape formulas in a CSV')
    .option('--force', 'replace an existing file')
    .addHelpText('after', examples('kith export people.vcf'))
    .action(action(async () => (await import('../commands/export.ts')).runExport));
  program
    .command('backup')
    .argument('<file>', 'output file, or - for standard output')
    .description('write a verified copy of all data, even while kith runs')
    .option('--encrypt', 'encrypt the copy with a passphrase')
    .option('--passphrase-file <file>', 'file with the passphrase')
    .option('--force', 'replace an existing file')
    .addHelpText('after', examples('kith backup kith.backup --encrypt'))
    .action(action(async () => (await import('../administration/backup.ts')).runBackup));
  program
    .command('restore')
    .argument('<file>', 'backup file, or - for standard input')
    .description('restore a backup; the old data is kept')
    .option('--passphrase-file <file>', 'file with the passphrase')
    .addHelpText('after', examples('kith restore kith.backup'))
    .action(action(async () => (await import('../administration/backup.ts')).runRestore));
  addTrash(program);
  program
    .command('undo')
    .argument('[id]', 'id of a merge or of its result')
    .description('list the merges of the last 30 days, or undo one')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith undo'))
    .action(action(async () => (await import('../commands/undo.ts')).runUndo));
}

function addTrash(program: Command): void {
  const trash = program
    .command('trash')
    .description('list, restore, or permanently delete what is in the trash')
    .addHelpText('after', examples('kith trash', 'kith trash restore 01a2…'));
  trash
    .command('list', { isDefault: true })
    .description('list the trash')
    .addHelpText('after', examples('kith trash list'))
    .option(...JSON_OPTION)
    .action(action(async () => (await import('../commands/trash.ts')).listed));
  trash
    .command('restore')
    .argument('<ids...>')
    .description('restore records; an unknown id restores none')
    .addHelpText('after', examples('kith trash restore 01a2…'))
    .option(...JSON_OPTION)
    .action(action(async () => (await import('../commands/trash.ts')).restored));
  trash
    .command('empty')
    .argument('[ids...]')
    .description('permanently delete records, or everything with --all')
    .option('--all', 'everything in the trash')
    .addHelpText('after', examples('kith trash empty 01a2…', 'kith trash empty --all'))
    .option(...JSON_OPTION)
    .action(action(async () => (await import('../commands/trash.ts')).emptied));
}

const IMPORT = `
Reads vCard 2.1, 3.0, and 4.0, CSV exports from Google Contacts, Outlook,
Thunderbird, and LinkedIn, lists with columns such as name, email, and phone,
and complete JSON exports from kith. An exported WhatsApp chat updates the
person's last contact. Zip files need no unpacking. Exports from Monica 4.x,
as JSON or SQL, include notes, reminders, and relations. All address books of
a CardDAV account are imported; kith asks for the password or uses
KITH_IMPORT_PASSWORD. With KITH_BASE_URL, the data goes to the remote service.

Existing data is extended, never overwritten. Importing the same file again
changes nothing. Example of a map: { "columns": { "Vorname": "first_name" } }.`;
