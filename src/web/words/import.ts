const NUMBER = new Intl.NumberFormat('en-US');
const many = (count: number): string => NUMBER.format(count);

/** Words for importing a file: choosing it, the preview, progress, and the result. */
export const IMPORT = {
  title: 'Import contacts',
  lead: 'Add people from another address book. You see a preview first.',
  choose: 'Choose a file',
  file: 'Choose a file, or drop one anywhere on this page',
  most: (megabytes: string) => `Up to ${megabytes} MB. For larger files, use kith import FILE.`,
  look: 'Preview import',
  sending: 'Sending file…',
  large: (megabytes: string) =>
    `This file is larger than ${megabytes} MB. Split it, or use kith import FILE in a shell on the server.`,
  several: 'Drop one file at a time. You can put several into one zip file.',
  none: 'Choose a file first.',
  empty: (name: string) => `${name} is empty.`,
  there: {
    reading: 'is being read.',
    ready: 'is ready to import.',
    importing: 'is being imported.',
    done: 'was imported.',
    refused: 'could not be read.',
  },
  open: 'Show',
  known: 'Supported files',
  others: 'To import from a CardDAV server, use a shell:',
  calendars: 'Connect email and calendars',
  kept: 'kith keeps the file in memory until you discard it, choose another, or an hour has passed.',
};

export const IMPORT_FILES: [kind: string, from: string][] = [
  ['vCard', 'Contacts from iPhone, Mac, Android, Google, Outlook, Nextcloud, and others (.vcf)'],
  ['CSV', 'Exports from Google Contacts, Outlook, Thunderbird, and LinkedIn, or any list with a header row'],
  ['WhatsApp', 'An exported chat sets when you were last in touch, and can become notes'],
  ['Monica', 'Exports of Monica 4.x, as JSON or SQL'],
  ['kith', 'A complete JSON export of kith'],
  ['Zip', 'Any of these, compressed'],
];

export const IMPORT_JOB = {
  states: {
    reading: 'Preview',
    ready: 'Preview',
    importing: 'Importing',
    done: 'Import complete',
    refused: 'kith cannot import this file',
  },
  readAs: 'detected as',
  reading: 'Reading the file and comparing it with your people. Nothing is saved yet.',
  importing: 'You can leave this page. The import continues.',
  progress: 'Progress',
  soFar: (done: string, total: string) => `${done} of ${total}`,
  begun: 'Starting…',
  cancel: 'Cancel',
  canceling: 'Canceling keeps what is already imported. You can import the file again to add the rest.',
  nothing: 'You already have everything in this file.',
  empty: 'This file has nothing to import.',
  go: 'Import',
  forget: 'Discard file',
  counts: {
    ready: { created: 'new', updated: 'updated', skipped: 'unchanged', failed: 'can’t import' },
    done: { created: 'created', updated: 'updated', skipped: 'unchanged', failed: 'skipped' },
  },
  stopped: (reason: string, left: string | undefined) =>
    `The import stopped early: ${reason}.${left === undefined ? '' : ` ${left} rows are left.`} Continue to add the rest.`,
  goOn: 'Continue import',
  again: 'Import again',
  againHint: 'Importing the same file again only adds what’s missing.',
  duplicates: (count: string) =>
    count === '1' ? '1 new contact looks like a duplicate.' : `${count} new contacts look like duplicates.`,
  toDuplicates: 'Review duplicates',
  next: 'Next steps',
  tag: {
    title: 'Tag these people',
    text: (count: number) =>
      count === 1 ? 'Add a tag to the new person.' : `Add a tag to all ${many(count)} new people.`,
    link: 'Add tag',
  },
  keepInTouch: {
    title: 'Keep in touch',
    text: 'Choose how often kith reminds you of them.',
    link: 'Set keep-in-touch',
  },
  people: 'Show people',
  another: 'Choose another file',
  canceled: 'Import canceled. Nothing was saved.',
  warnings: 'Warnings',
  unmapped: (name: string, contacts: number) =>
    `Skipped “${name}” (${contacts === 1 ? '1 contact' : `${many(contacts)} contacts`}): kith has no field for it`,
  lines: (lines: number[], isAll: boolean) =>
    `${lines.length === 1 ? 'Line' : 'Lines'} ${lines.map(many).join(', ')}${isAll ? '' : ', …'}`,
  tables: { title: 'Also in the file', created: { ready: 'new', done: 'created' }, there: 'already present' },
  guessed: 'kith guessed the encoding of this file. If letters look wrong, choose another below.',
  gone: {
    title: 'File not found',
    text: 'kith keeps a file for an hour, or until it restarts. Choose the file again: only what is missing is added.',
  },
};

export const IMPORT_ROWS = {
  title: 'Details',
  line: (line: string) => `Line ${line}`,
  filter: 'Show',
  all: 'All',
  filters: { created: 'New', updated: 'Updated', skipped: 'Unchanged', failed: 'Skipped' },
  outcomes: {
    ready: { created: 'new', updated: 'updated', skipped: 'unchanged', failed: 'can’t import' },
    done: { created: 'created', updated: 'updated', skipped: 'unchanged', failed: 'skipped' },
  },
  none: 'None',
  where: (from: string, to: string, of: string) => `${from}–${to} of ${of}`,
  pages: 'Pages',
  earlier: 'Previous',
  later: 'Next',
};

export const IMPORT_OPTIONS = {
  title: 'Import options',
  lead: 'kith detects the format. If it is wrong, choose it here and preview again.',
  kind: 'Format',
  kinds: { '': 'Detect', monica: 'Monica export' },
  encoding: 'Encoding',
  encodings: {
    '': 'Detect',
    'utf-8': 'Unicode (UTF-8)',
    'windows-1252': 'Western European (windows-1252)',
    'windows-1250': 'Central European (windows-1250)',
    'windows-1251': 'Cyrillic (windows-1251)',
    'koi8-r': 'Russian (KOI8-R)',
    'windows-1253': 'Greek (windows-1253)',
    'windows-1254': 'Turkish (windows-1254)',
    'windows-1255': 'Hebrew (windows-1255)',
    'windows-1256': 'Arabic (windows-1256)',
    shift_jis: 'Japanese (Shift JIS)',
    gb18030: 'Chinese (GB 18030)',
    big5: 'Chinese, traditional (Big5)',
    'euc-kr': 'Korean (EUC-KR)',
  },
  notes: 'Save the chat as notes, one per day',
  me: 'Your name in the chat',
  meHint: 'Only if kith cannot tell.',
  look: 'Preview again',
  columns: {
    title: 'Columns',
    lead: 'Choose what each column contains.',
    out: 'Do not import',
    more: (count: number) => `kith recognized the file's ${count} other columns by itself.`,
    dates: 'Dates such as 3/4/1985',
    orders: { 'day first': 'Day first: April 3', 'month first': 'Month first: March 4' },
  },
};
