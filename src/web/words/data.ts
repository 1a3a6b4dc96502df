import type { ExportFormat } from '../../contract/export-formats.ts';
import type { NoBackup } from '../services/settings.ts';

const MIN_PASSPHRASE = 8;

/** Words for the settings for import, export, and backup. */
export const DATA = {
  title: 'Import and export',
  lead: 'Import contacts from elsewhere, or download all your data.',
  import: { title: 'Import', lead: 'vCard, CSV, exports of other apps, and kith exports.', link: 'Import file' },
  export: { title: 'Export', lead: 'The file is not encrypted: anyone who has it can read it.' },
  download: 'Download',
  backup: {
    title: 'Backup',
    lead: 'A verified copy of the whole database, encrypted with a passphrase. To restore it, run kith restore FILE.',
    passphrase: 'Passphrase',
    passphraseHint: `At least ${MIN_PASSPHRASE} characters. Several words are easy to remember and hard to guess.`,
    again: 'Confirm passphrase',
    button: 'Download backup',
    lost: 'Without the passphrase, the backup cannot be read, not even by you.',
    refused: {
      passphrase: `Enter a passphrase of at least ${MIN_PASSPHRASE} characters.`,
      again: 'The passphrases differ.',
    },
    whyNot: {
      served:
        'A backup contains the data of all users, so only your administrator can create one. To save your own data, export it as JSON.',
      several:
        'A backup contains the data of all users of this server. To create one, run kith backup FILE in a shell. To save your own data, export it as JSON.',
      postgres: 'This server uses PostgreSQL. Run kith backup in a shell to see how to back it up.',
    } satisfies Record<NoBackup, string>,
  },
  formats: {
    json: { title: 'All data (JSON)', text: 'Includes trash and photos. kith can import it completely.' },
    vcf: { title: 'Contacts (vCard)', text: 'For other address books. Includes notes, photos, groups, and tags.' },
    csv: { title: 'Contacts (CSV)', text: 'For spreadsheets, with the columns of Google Contacts.' },
  } satisfies Record<ExportFormat, { title: string; text: string }>,
  lacking: {
    title: 'Some data does not fit this format',
    lead: 'The file will not contain the data below. A JSON export contains everything.',
    more: (count: number) => `and ${count} more`,
    anyway: 'Download anyway',
    back: 'Back',
  },
};

/** Words for the trash. */
export const TRASH = {
  title: 'Trash',
  lead: 'Items deleted in the last 30 days. You can restore them with all their data.',
  search: 'Search trash',
  button: 'Search',
  list: 'Deleted items',
  found: (query: string) => `Results for “${query}”`,
  nothing: (query: string) => `No results for “${query}” in the trash.`,
  empty: 'The trash is empty',
  nameless: 'Unnamed',
  deleted: 'deleted',
  until: 'kept until',
  restore: 'Restore',
  forGood: 'Delete forever',
  emptyAll: 'Empty trash',
  kinds: {
    contact: 'Contact',
    note: 'Note',
    reminder: 'Reminder',
    group: 'Group',
    tag: 'Tag',
    custom_field: 'Custom field',
    view: 'View',
    favorite: 'Favorite',
    share_link: 'Share link',
    email: 'Email address',
    phone: 'Phone number',
    address: 'Address',
  },
  done: { restored: 'Restored.', dropped: 'Deleted forever.', emptied: 'Trash emptied.' },
  look: 'Open contact',
  ask: {
    one: 'Delete forever?',
    all: 'Empty trash?',
    text: 'You can’t undo this.',
    textOfAll: 'This deletes all items that are in the trash now, also those not shown. You can’t undo this.',
    yes: 'Delete forever',
    yesAll: 'Empty trash',
    no: 'Cancel',
  },
};
