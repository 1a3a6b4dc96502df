type Command = (args: string[]) => Promise<number>;

export interface CommandEntry {
  usage: string;
  about: string;
  /** Its other forms. */
  more?: [usage: string, about: string][];
  load: () => Promise<Command>;
}

/** Each command loads when it is called: a start of the MCP server pays for nothing else. */
export const COMMANDS: Record<string, CommandEntry> = {
  http: {
    usage: 'http [--port 8333] [--host 127.0.0.1] [FILTERS]',
    about: 'MCP over streamable HTTP, at /mcp',
    load: async () => (await import('./commands/http.ts')).runHttp,
  },
  serve: {
    usage: 'serve [--port 8334] [--host 127.0.0.1] [FILTERS]',
    about: 'the REST service and /mcp, for many users',
    load: async () => (await import('./commands/serve.ts')).runServe,
  },
  user: {
    usage: 'user add EMAIL [--name NAME] [--plan professional] [--time-zone ZONE] [--json]',
    about: 'add a user of the REST service',
    more: [
      ['user list [--json]', 'all users, with their plans and last use'],
      ['user plan EMAIL free|professional [--json]', 'put a user on another plan; on free, keys are refused'],
      ['user remove EMAIL [--yes EMAIL] [--json]', 'remove a user and all that is theirs, for good'],
    ],
    load: async () => (await import('./commands/users.ts')).runUser,
  },
  key: {
    usage: 'key show|regenerate EMAIL [--permissions write] [--json]',
    about: "show or replace a user's default key",
    more: [
      ['key add EMAIL --name NAME [--scope read] [--expires 90d] [--json]', 'one more key, shown only this once'],
      ['key list EMAIL [--json]', 'the keys, with scope, expiry and last use'],
      ['key revoke EMAIL NAME [--json]', 'take a key away; it is refused at once'],
    ],
    load: async () => (await import('./commands/keys.ts')).runKey,
  },
  log: {
    usage: 'log [--since 7d] [--user EMAIL] [--json]',
    about: 'the security log: keys, refusals, exports and the like of 90 days',
    load: async () => (await import('./commands/security-log.ts')).runLog,
  },
  secret: {
    usage: 'secret rotate [--json]',
    about: 'a new secret, and everything sealed under it',
    load: async () => (await import('./commands/secret.ts')).runSecret,
  },
  import: {
    usage: 'import FILE…|-|--from URL [--map MAP.json] [--notes] [--dry-run] [--json]',
    about: 'vCard, CSV and JSON files, zips of them, and WhatsApp chats',
    load: async () => (await import('./commands/import.ts')).runImport,
  },
  connect: {
    usage: 'connect google|microsoft|ics [--write] [--paste] [--device] [--name NAME] [--user EMAIL]',
    about: 'a mail and calendar account, or a calendar by its address; docs/connect.md is the guide',
    load: async () => (await import('./commands/connect.ts')).runConnect,
  },
  accounts: {
    usage: 'accounts [--user EMAIL] [--json]',
    about: 'the connected accounts, and which must be connected again',
    load: async () => (await import('./commands/accounts.ts')).runAccounts,
  },
  disconnect: {
    usage: 'disconnect EMAIL|NAME [--provider google|microsoft|ics] [--user EMAIL]',
    about: 'forget an account and take back its permission',
    load: async () => (await import('./commands/accounts.ts')).runDisconnect,
  },
  export: {
    usage: 'export [--format json|vcf|csv] [--raw] [--force] [FILE|-]',
    about: 'everything as JSON, or the contacts as vCard or CSV',
    load: async () => (await import('./commands/export.ts')).runExport,
  },
  backup: {
    usage: 'backup FILE|- [--encrypt] [--passphrase-file FILE] [--force]',
    about: 'a checked copy of all data, while kith runs; encrypted on request',
    load: async () => (await import('./commands/backup.ts')).runBackup,
  },
  restore: {
    usage: 'restore FILE|- [--passphrase-file FILE]',
    about: 'puts a backup in place of the data, and keeps what was there',
    load: async () => (await import('./commands/backup.ts')).runRestore,
  },
  trash: {
    usage: 'trash list|restore|empty [ID…] [--all] [--json]',
    about: 'what was deleted in the last 30 days, and the way back',
    load: async () => (await import('./commands/trash.ts')).runTrash,
  },
  undo: {
    usage: 'undo [ID] [--json]',
    about: 'lists merges of the last 30 days; takes back the latest into a contact',
    load: async () => (await import('./commands/undo.ts')).runUndo,
  },
  tools: {
    usage: 'tools [NAME] [FILTERS]',
    about: 'what an assistant sees',
    load: async () => (await import('./commands/tools.ts')).runTools,
  },
  call: {
    usage: "call TOOL ['JSON' | -]",
    about: 'call a tool from the shell',
    load: async () => (await import('./commands/call.ts')).runCall,
  },
  doctor: {
    usage: 'doctor [--json]',
    about: 'check configuration, data, connection and accounts',
    load: async () => (await import('./commands/doctor.ts')).runDoctor,
  },
  demo: {
    usage: 'demo',
    about: 'a sample address book, seen through an assistant',
    load: async () => (await import('./commands/demo.ts')).runDemo,
  },
};

/** Former names of commands, which still work. */
const ALIASES: Record<string, string> = { bin: 'trash' };

export function commandNamed(name: string): CommandEntry | undefined {
  const own = Object.hasOwn(ALIASES, name) ? ALIASES[name]! : name;
  return Object.hasOwn(COMMANDS, own) ? COMMANDS[own] : undefined;
}
