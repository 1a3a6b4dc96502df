import { KithError } from './shared/error.ts';
import { oidcIssuer, providerHost } from './shared/http/provider-addresses.ts';
import { type TrustedProxies, trustedProxies } from './shared/http/trusted-proxies.ts';
import { listOf } from './shared/lists.ts';
import { platformFolder } from './shared/platform-folder.ts';

// Every setting once. Reading, `kith help`, `kith doctor` and docs/settings.md all follow from this table.

export type Environment = Readonly<Record<string, string | undefined>>;

/** An environment variable, and what its text means. */
interface Setting<T> {
  /** One line for people: what the setting does. */
  help: string;
  /** The commands it concerns, `stdio` for the MCP server itself; every command where absent. */
  commands?: readonly string[];
  /** Its meaning when it is not set, in words. */
  default?: string;
  /** Set for what opens something: it leaves the environment at start. */
  secret?: true;
  /** The flag that takes its place. */
  flag?: string;
  /** What its text must be, in words: "KITH_REPLY_BYTES is not a whole number of bytes." */
  must?: string;
  /** Whether a text is what it must be, where `read` takes any. */
  fits?(text: string): boolean;
  /** Its value, also when it is not set. Throws the refusal of a wrong text. */
  read(text: string | undefined, environment: Environment): T;
}

type Facts = Omit<Setting<unknown>, 'read'>;

const text = (facts: Facts): Setting<string | undefined> => ({ ...facts, read: (text) => text });

/** A text that opens something. */
const secret = (facts: Facts) => ({ ...text(facts), secret: true }) as const;

const like = (pattern: RegExp) => (text: string) => pattern.test(text);

const list = (facts: Facts): Setting<readonly string[]> => ({ ...facts, read: (text) => listOf(text) });

/** A number above zero. A text that is not one gives way to the default; `kith doctor` tells of it. */
function positive<D extends number | undefined>({
  whole,
  unset,
  ...facts
}: Facts & { whole: boolean; unset: D }): Setting<number | D> {
  const isFine = (number: number) => number > 0 && (whole ? Number.isInteger(number) : Number.isFinite(number));
  return {
    ...facts,
    fits: (text) => isFine(Number(text)),
    read: (text) => (isFine(Number(text)) ? Number(text) : unset),
  };
}

/** Where accounts are connected. */
const CONNECTING = ['connect', 'serve', 'open'];
/** What sends messages to people. */
const SENDING = ['serve', 'http', 'open', 'message'];
const MCP = ['stdio', 'http', 'serve', 'tools'];
/** Requests a minute. A text that is no number stops the start: nobody may take a limit to be there that is not. */
const perMinute = (name: string, usual: number, facts: Omit<Facts, 'default' | 'must'>): Setting<number> => ({
  ...facts,
  default: String(usual),
  must: 'a whole number of requests per minute, or 0',
  read(text) {
    const limit = text === undefined ? usual : Number(text);
    if (Number.isInteger(limit) && limit >= 0) return limit;
    throw new KithError('BadRequest', `${name} must be a whole number of requests per minute, or 0 for no limit.`);
  },
});

const ON_A_PORT = ['http', 'serve'];
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
const REPLY_BYTES = 20_000;
const SYNC_MINUTES = 15;

const TABLE = {
  KITH_DATA_DIR: {
    help: 'where the data lives',
    default: "the platform's folder for application data",
    read: (text, environment) => text ?? platformFolder(environment),
  } satisfies Setting<string>,
  KITH_USER: text({
    help: 'the e-mail of the user whose contacts commands and assistants on this machine open, made when new',
    default: 'me@localhost',
  }),
  KITH_BASE_URL: text({
    fits: like(/^https?:\/\/[^/]/),
    help: 'the address of a remote service to use instead of the local data; https, except on this machine',
    must: 'an address like https://host/path',
  }),
  KITH_API_KEY: secret({
    help: 'the key of your account at the remote service',
  }),
  KITH_PUBLIC_URL: text({
    fits: (text) => /^https?:\/\/[^/]/.test(text) && URL.canParse(text),
    help: 'the address under which others reach `kith serve`: hosts and people sign in there, and links name it',
    commands: [...MCP, 'call'],
    must: 'an address like https://host',
  }),
  KITH_PRIVATE_HOSTS: list({
    help: 'hosts of your own network, such as `chat.lan`, that may sign in by a document at their address, publish calendars, have address books, and take messages',
    commands: ['serve'],
  }),
  KITH_CLIENT_DOCUMENTS: {
    help: '`off` makes apps register instead of naming a metadata document for kith to fetch; for servers without internet access',
    commands: ['serve'],
    default: '`on`',
    must: 'on or off',
    read(text = 'on') {
      if (text === 'on' || text === 'off') return text === 'on';
      throw new KithError('BadRequest', 'KITH_CLIENT_DOCUMENTS must be on or off.');
    },
  } satisfies Setting<boolean>,
  KITH_OIDC_ISSUER: {
    help: 'an OpenID provider of your own, as it calls itself: whose e-mail it has verified may sign in to `kith serve`',
    commands: ['serve'],
    must: 'the https address of an OpenID provider, without a query',
    read: (text) => oidcIssuer(text),
  } satisfies Setting<string | undefined>,
  KITH_OIDC_CLIENT_ID: text({
    help: 'your registration of kith there; its redirect address is `KITH_PUBLIC_URL` with /sign-in/openid/callback',
    commands: ['serve'],
  }),
  KITH_OIDC_CLIENT_SECRET: secret({
    help: 'the secret of that registration, where it has one',
    commands: ['serve'],
  }),
  KITH_ALLOW_HTTP: {
    help: '`1` sends the key to a remote service, and takes a calendar by address, over plain http all the same',
    read: (text) => text === '1',
  } satisfies Setting<boolean>,
  KITH_SECRET: secret({
    help: 'seals keys and records at rest. Back it up with the data',
    default: 'a file beside the data',
  }),
  KITH_SECRET_PREVIOUS: secret({
    help: 'the secret before, while `kith secret rotate` seals everything under a new one',
  }),
  KITH_DATABASE_URL: secret({
    fits: like(/^postgres(ql)?:\/\/[^/]\S*$/),
    help: 'keeps the data on PostgreSQL. `KITH_SECRET` is required then',
    must: 'an address like postgres://user:password@host/database',
  }),
  KITH_REDIS_URL: secret({
    fits: like(/^rediss?:\/\/[^/]/),
    help: 'a Redis or Valkey in which several nodes, or several processes with one key, count requests together',
    must: 'an address like redis://host:6379',
  }),
  KITH_RATE_LIMIT: perMinute('KITH_RATE_LIMIT', 600, {
    help: 'requests a minute for each user; 0 for no limit',
    commands: ['serve'],
  }),
  KITH_DAV_RATE_LIMIT: perMinute('KITH_DAV_RATE_LIMIT', 6_000, {
    help: 'requests a minute that the contacts apps of a user may make (CardDAV); 0 for no limit',
    commands: ON_A_PORT,
  }),
  KITH_TRUSTED_PROXIES: {
    help: 'addresses of proxies (`10.0.0.0/8`, `loopback`) that tell where requests come from',
    commands: ON_A_PORT,
    read: (text) => trustedProxies(text),
  } satisfies Setting<TrustedProxies | undefined>,
  KITH_HTTP_TOKEN: secret({
    help: 'the bearer token that callers must send; needed beyond this machine; `none` asks for none',
    commands: ['http'],
    default: 'one made at first start, in the file `http-token` beside the data',
  }),
  KITH_ALLOWED_HOSTS: list({
    help: 'host names, beside those of this machine and of `KITH_PUBLIC_URL`, under which MCP over HTTP may be called',
    commands: ON_A_PORT,
  }),
  KITH_ALLOWED_ORIGINS: list({
    help: 'origins of web pages that may call MCP over HTTP',
    commands: ON_A_PORT,
  }),
  KITH_TOOLSETS: text({
    help: 'these sets of tools; `core` is the 23 for every day',
    commands: MCP,
    default: 'all',
    flag: '--toolsets core,notes',
  }),
  KITH_TOOLS: text({
    help: 'these tools, alone or beside the sets',
    commands: MCP,
    default: 'all',
    flag: '--tools NAMES',
  }),
  KITH_EXCLUDE_TOOLS: text({
    help: 'not these tools',
    commands: MCP,
    flag: '--exclude-tools NAMES',
  }),
  KITH_READ_ONLY: text({
    help: 'no tool that writes, whatever else is set',
    commands: MCP,
    flag: '--read-only',
  }),
  KITH_CATALOGUE: text({
    help: 'three tools in place of all: search, read and write operation',
    commands: MCP,
    flag: '--catalogue',
  }),
  KITH_SYNC_MINUTES: positive({
    help: 'how often followed address books are synced',
    commands: ['connect', 'serve', 'http'],
    default: `${SYNC_MINUTES} minutes`,
    must: 'a whole number of minutes above 0',
    whole: true,
    unset: SYNC_MINUTES,
  }),
  KITH_REPLY_BYTES: positive({
    help: "the most text a tool's reply may have",
    commands: ['stdio', 'http', 'serve', 'call'],
    default: String(REPLY_BYTES),
    must: 'a whole number of bytes',
    whole: true,
    unset: REPLY_BYTES,
  }),
  KITH_READ_SECONDS: positive({
    help: 'the most computing time that reading one published calendar or imported file may take',
    default: '10 s for a calendar; for a file what its size lets expect',
    must: 'a number of seconds above 0',
    whole: false,
    unset: undefined,
  }),
  KITH_READ_MEGABYTES: positive({
    help: 'the most memory that reading one published calendar or imported file may take',
    default: '1024 MB for a calendar, 2048 MB for a file',
    must: 'a whole number of megabytes',
    whole: true,
    unset: undefined,
  }),
  KITH_GOOGLE_CLIENT_ID: text({
    help: 'your own registration at Google',
    commands: CONNECTING,
  }),
  KITH_GOOGLE_CLIENT_SECRET: secret({
    help: 'the secret of that registration',
    commands: CONNECTING,
  }),
  KITH_MICROSOFT_CLIENT_ID: text({
    help: 'your own registration at Microsoft',
    commands: CONNECTING,
  }),
  KITH_MICROSOFT_CLIENT_SECRET: secret({
    help: 'the secret of that registration, where it has one',
    commands: CONNECTING,
  }),
  KITH_MICROSOFT_TENANT: {
    help: 'the id or domain of the one organization that your registration at Microsoft is for',
    commands: CONNECTING,
    default: '`common`: any organization, and personal accounts',
    must: 'the id or a domain of an organization, or common, organizations or consumers',
    read(text) {
      if (text === undefined || /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(text)) return text;
      throw new KithError('BadRequest', 'KITH_MICROSOFT_TENANT must be the id or a domain of an organization.', {
        hint: 'It stands on the overview of the registration at entra.microsoft.com, as “Directory (tenant) ID”.',
      });
    },
  } satisfies Setting<string | undefined>,
  KITH_GOOGLE_URL: {
    help: "a host in place of Google's, for tests and proxies",
    read: (text) => providerHost('KITH_GOOGLE_URL', text),
  } satisfies Setting<string | undefined>,
  KITH_MICROSOFT_URL: {
    help: "a host in place of Microsoft's, for tests and proxies",
    read: (text) => providerHost('KITH_MICROSOFT_URL', text),
  } satisfies Setting<string | undefined>,
  KITH_SMTP_URL: secret({
    fits: (text) => /^smtps?:\/\/[^/]/.test(text) && URL.canParse(text),
    help: 'the mail server that messages to people go by; TLS, except on this machine',
    commands: SENDING,
    must: 'an address like smtps://user:password@host, or smtp://user:password@host:587',
  }),
  KITH_MAIL_FROM: text({
    fits: like(/^([^<>\r\n]*<[^@\s<>]+@[^@\s<>]+>|[^@\s<>]+@[^@\s<>]+)$/),
    help: 'the sender of that mail: `kith@example.com`, or `Kith <kith@example.com>`',
    commands: SENDING,
    default: 'the user of `KITH_SMTP_URL`, where it is an address',
    must: 'an e-mail address, or a name with one in angle brackets',
  }),
  KITH_IMPORT_PASSWORD: secret({
    help: 'your password at the CardDAV server',
    commands: ['import'],
    default: 'asked for',
  }),
  KITH_LOG_LEVEL: {
    help: `${LOG_LEVELS.slice(0, -1).join(', ')} or silent; logs go to stderr and hold no content`,
    default: 'info',
    must: 'trace, debug, info, warn, error or silent',
    read(text = 'info') {
      if (LOG_LEVELS.includes(text)) return text;
      throw new KithError('BadRequest', `KITH_LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not ${text}.`);
    },
  } satisfies Setting<string>,
};

export type SettingName = keyof typeof TABLE;
export const SETTING_NAMES = Object.keys(TABLE) as SettingName[];
export const settingFacts = (name: SettingName): Facts => TABLE[name];

type Value<N extends SettingName> = ReturnType<(typeof TABLE)[N]['read']>;

/** The value of each setting. Reading a wrong one throws; the others stay readable. */
export type Settings = { readonly [N in SettingName]: Value<N> };

/** The settings of an environment. A blank one sets nothing: hosts that fill in a form leave those as an empty text. */
export function settingsIn(environment: Environment): Settings {
  const read = (name: SettingName) => () => TABLE[name].read(textIn(environment, name), environment);
  const getters = SETTING_NAMES.map((name) => [name, { get: read(name), enumerable: true }]);
  return Object.defineProperties({}, Object.fromEntries(getters)) as Settings;
}

export const textIn = (environment: Environment, name: SettingName): string | undefined =>
  isBlank(environment[name]) ? undefined : environment[name];

/** Some hosts leave the name of a field in place of one that nobody filled in. */
const isBlank = (text = ''): boolean => /^(?:\$\{user_config\.\w+\})?$/.test(text.trim());

type SecretName = {
  [N in SettingName]: (typeof TABLE)[N] extends { secret: true } ? N : never;
}[SettingName];

/**
 * The settings of this process, for code far from the composition root. They hold no secrets: those are taken out of
 * the environment at start, and passed on from there.
 */
export const processSettings: Omit<Settings, SecretName> = settingsIn(process.env);

/** The error in a setting's text, told without showing the text; undefined when it is right. */
export function settingTrouble(environment: Environment, name: SettingName): KithError | undefined {
  const { must, fits, read }: Setting<unknown> = TABLE[name];
  const given = textIn(environment, name);
  if (given === undefined) return undefined;
  try {
    read(given, environment);
    if (!fits || fits(given)) return undefined;
  } catch (error) {
    if (!(error instanceof KithError)) throw error;
    if (must === undefined) return error;
  }
  return new KithError('BadRequest', `${name} is not ${must}.`, { hint: 'Correct it or remove it.' });
}
