import { KithError } from './shared/error.ts';
import { oidcIssuer, providerHost } from './shared/http/provider-addresses.ts';
import { type TrustedProxies, trustedProxies } from './shared/http/trusted-proxies.ts';
import { listOf } from './shared/lists.ts';
import { platformFolder } from './shared/platform-folder.ts';

// Every setting. `kith help`, `kith doctor`, and docs/settings.md are made from this table.

export type Environment = Readonly<Record<string, string | undefined>>;

/** An environment variable and how to read it. */
interface Setting<T> {
  /** One-line description for people. */
  help: string;
  /** Commands that use it, with `stdio` for the MCP server itself. If absent, all commands. */
  commands?: readonly string[];
  /** Default value, in words. */
  default?: string;
  /** Marks a credential, which is removed from the environment at start. */
  secret?: true;
  /** Equivalent command-line flag. */
  flag?: string;
  /** Required form, in words: "KITH_REPLY_BYTES is not a whole number of bytes." */
  must?: string;
  /** Whether a string has the required form, for settings whose `read` accepts any string. */
  fits?(text: string): boolean;
  /** Returns the value, also if it is not set. Throws if the string is invalid. */
  read(text: string | undefined, environment: Environment): T;
}

type Facts = Omit<Setting<unknown>, 'read'>;

const text = (facts: Facts): Setting<string | undefined> => ({ ...facts, read: (text) => text });

/** A credential. */
const secret = (facts: Facts) => ({ ...text(facts), secret: true }) as const;

const like = (pattern: RegExp) => (text: string) => pattern.test(text);

const list = (facts: Facts): Setting<readonly string[]> => ({ ...facts, read: (text) => listOf(text) });

/** A number above zero. An invalid string counts as not set, and `kith doctor` reports it. */
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

/** Commands that connect accounts. */
const CONNECTING = ['connect', 'serve', 'open'];
/** Commands that send messages. */
const SENDING = ['serve', 'http', 'open', 'message'];
const MCP = ['stdio', 'http', 'serve', 'tools'];
/** Requests per minute. An invalid string stops the start, so that nobody relies on a limit that isn't there. */
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
    help: 'folder of the data',
    default: "the system's folder for application data",
    read: (text, environment) => text ?? platformFolder(environment),
  } satisfies Setting<string>,
  KITH_USER: text({
    help: 'email of the user whose data local commands and assistants use; created if new',
    default: 'me@localhost',
  }),
  KITH_BASE_URL: text({
    fits: like(/^https?:\/\/[^/]/),
    help: 'URL of a remote service to use instead of local data; https, except on localhost',
    must: 'a URL like https://host/path',
  }),
  KITH_API_KEY: secret({
    help: 'your API key for the remote service',
  }),
  KITH_PUBLIC_URL: text({
    fits: (text) => /^https?:\/\/[^/]/.test(text) && URL.canParse(text),
    help: 'public URL of `kith serve`, where people and apps sign in; links use it',
    commands: [...MCP, 'call'],
    must: 'a URL like https://host',
  }),
  KITH_PRIVATE_HOSTS: list({
    help: 'hosts in your own network, such as `chat.lan`, that kith may connect to for sign-in documents, calendars, address books, and messages',
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
    help: 'issuer URL of an OpenID provider; users whose email it has verified may sign in to `kith serve`',
    commands: ['serve'],
    must: 'the https address of an OpenID provider, without a query',
    read: (text) => oidcIssuer(text),
  } satisfies Setting<string | undefined>,
  KITH_OIDC_CLIENT_ID: text({
    help: 'client id of kith at that provider; its redirect URI is `KITH_PUBLIC_URL` plus /sign-in/openid/callback',
    commands: ['serve'],
  }),
  KITH_OIDC_CLIENT_SECRET: secret({
    help: 'client secret, if the provider issued one',
    commands: ['serve'],
  }),
  KITH_ALLOW_HTTP: {
    help: '`1` allows unencrypted connections to remote services, calendars, address books, and mail servers',
    read: (text) => text === '1',
  } satisfies Setting<boolean>,
  KITH_SECRET: secret({
    help: 'encrypts keys and records at rest; back it up with the data',
    default: 'a file in the data folder',
  }),
  KITH_SECRET_PREVIOUS: secret({
    help: 'previous secret, while `kith secret rotate` replaces it',
  }),
  KITH_DATABASE_URL: secret({
    fits: like(/^postgres(ql)?:\/\/[^/]\S*$/),
    help: 'PostgreSQL database for the data; requires `KITH_SECRET`',
    must: 'a URL like postgres://user:password@host/database',
  }),
  KITH_REDIS_URL: secret({
    fits: like(/^rediss?:\/\/[^/]/),
    help: 'Redis or Valkey, for rate limits shared by several nodes, or by several processes with one key',
    must: 'a URL like redis://host:6379',
  }),
  KITH_RATE_LIMIT: perMinute('KITH_RATE_LIMIT', 600, {
    help: 'requests per minute for each user; 0 means no limit',
    commands: ['serve'],
  }),
  KITH_DAV_RATE_LIMIT: perMinute('KITH_DAV_RATE_LIMIT', 6_000, {
    help: 'CardDAV requests per minute for each user; 0 means no limit',
    commands: ON_A_PORT,
  }),
  KITH_TRUSTED_PROXIES: {
    help: "proxies (`10.0.0.0/8`, `loopback`) whose headers give a client's address",
    commands: ON_A_PORT,
    read: (text) => trustedProxies(text),
  } satisfies Setting<TrustedProxies | undefined>,
  KITH_HTTP_TOKEN: secret({
    help: 'bearer token that clients must send; `none` turns this off on localhost',
    commands: ['http'],
    default: 'generated at first start, in the file `http-token` in the data folder',
  }),
  KITH_ALLOWED_HOSTS: list({
    help: 'additional host names for MCP over HTTP, besides localhost and `KITH_PUBLIC_URL`',
    commands: ON_A_PORT,
  }),
  KITH_ALLOWED_ORIGINS: list({
    help: 'origins of web pages that may call MCP over HTTP',
    commands: ON_A_PORT,
  }),
  KITH_TOOLSETS: text({
    help: 'sets of tools to enable, or `all`; `core` has the everyday tools and three that reach the others',
    commands: MCP,
    default: 'all',
    flag: '--toolsets core,notes',
  }),
  KITH_TOOLS: text({
    help: 'tools to enable, alone or in addition to the sets',
    commands: MCP,
    default: 'all',
    flag: '--tools NAMES',
  }),
  KITH_EXCLUDE_TOOLS: text({
    help: 'tools to disable',
    commands: MCP,
    flag: '--exclude-tools NAMES',
  }),
  KITH_READ_ONLY: text({
    help: 'disables all tools that write, regardless of other settings',
    commands: MCP,
    flag: '--read-only',
  }),
  KITH_CATALOGUE: text({
    help: 'lists only three tools: search, read, and write operations; `false` removes them from `core`',
    commands: MCP,
    flag: '--catalogue',
  }),
  KITH_SYNC_MINUTES: positive({
    help: 'minutes between address book syncs',
    commands: ['connect', 'serve', 'http'],
    default: `${SYNC_MINUTES} minutes`,
    must: 'a whole number of minutes above 0',
    whole: true,
    unset: SYNC_MINUTES,
  }),
  KITH_REPLY_BYTES: positive({
    help: "maximum size of a tool's reply, in bytes",
    commands: ['stdio', 'http', 'serve', 'call'],
    default: String(REPLY_BYTES),
    must: 'a whole number of bytes',
    whole: true,
    unset: REPLY_BYTES,
  }),
  KITH_READ_SECONDS: positive({
    help: 'maximum computing time for a published calendar or an imported file, in seconds',
    default: '10 for a calendar; depends on the size for a file',
    must: 'a number of seconds above 0',
    whole: false,
    unset: undefined,
  }),
  KITH_READ_MEGABYTES: positive({
    help: 'maximum memory for a published calendar or an imported file, in MB',
    default: '1024 for a calendar, 2048 for a file',
    must: 'a whole number of megabytes',
    whole: true,
    unset: undefined,
  }),
  KITH_GOOGLE_CLIENT_ID: text({
    help: 'client id of your own registration at Google',
    commands: CONNECTING,
  }),
  KITH_GOOGLE_CLIENT_SECRET: secret({
    help: 'client secret of that registration',
    commands: CONNECTING,
  }),
  KITH_MICROSOFT_CLIENT_ID: text({
    help: 'client id of your own registration at Microsoft',
    commands: CONNECTING,
  }),
  KITH_MICROSOFT_CLIENT_SECRET: secret({
    help: 'client secret of that registration, if it has one',
    commands: CONNECTING,
  }),
  KITH_MICROSOFT_TENANT: {
    help: 'id or domain of the organization, if your Microsoft registration is limited to one',
    commands: CONNECTING,
    default: '`common`: any organization and personal accounts',
    must: 'the id or a domain of an organization, or common, organizations, or consumers',
    read(text) {
      if (text === undefined || /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(text)) return text;
      throw new KithError('BadRequest', 'KITH_MICROSOFT_TENANT must be the id or a domain of an organization.', {
        hint: 'The overview of the registration at entra.microsoft.com shows it as “Directory (tenant) ID”.',
      });
    },
  } satisfies Setting<string | undefined>,
  KITH_GOOGLE_URL: {
    help: "replaces Google's hosts, for tests and proxies",
    read: (text) => providerHost('KITH_GOOGLE_URL', text),
  } satisfies Setting<string | undefined>,
  KITH_MICROSOFT_URL: {
    help: "replaces Microsoft's hosts, for tests and proxies",
    read: (text) => providerHost('KITH_MICROSOFT_URL', text),
  } satisfies Setting<string | undefined>,
  KITH_SMTP_URL: secret({
    fits: (text) => /^smtps?:\/\/[^/]/.test(text) && URL.canParse(text),
    help: 'mail server for messages; TLS, except on localhost',
    commands: SENDING,
    must: 'a URL like smtps://user:password@host or smtp://user:password@host:587',
  }),
  KITH_MAIL_FROM: text({
    fits: like(/^([^<>\r\n]*<[^@\s<>]+@[^@\s<>]+>|[^@\s<>]+@[^@\s<>]+)$/),
    help: 'sender of that mail: `kith@example.com` or `Kith <kith@example.com>`',
    commands: SENDING,
    default: 'the user in `KITH_SMTP_URL`, if it is an email address',
    must: 'an email address, or a name with one in angle brackets',
  }),
  KITH_IMPORT_PASSWORD: secret({
    help: 'your password for the CardDAV server',
    commands: ['import'],
    default: 'asks for it',
  }),
  KITH_LOG_LEVEL: {
    help: `${LOG_LEVELS.slice(0, -1).join(', ')}, or silent; logs go to stderr and contain no content`,
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

/** The value of each setting. Reading an invalid one throws; the others remain readable. */
export type Settings = { readonly [N in SettingName]: Value<N> };

/** Settings from an environment. Blank values count as not set, because clients with a form pass empty strings. */
export function settingsIn(environment: Environment): Settings {
  const read = (name: SettingName) => () => TABLE[name].read(textIn(environment, name), environment);
  const getters = SETTING_NAMES.map((name) => [name, { get: read(name), enumerable: true }]);
  return Object.defineProperties({}, Object.fromEntries(getters)) as Settings;
}

export const textIn = (environment: Environment, name: SettingName): string | undefined =>
  isBlank(environment[name]) ? undefined : environment[name];

/** Some clients pass the placeholder of a field that was left empty. */
const isBlank = (text = ''): boolean => /^(?:\$\{user_config\.\w+\})?$/.test(text.trim());

type SecretName = {
  [N in SettingName]: (typeof TABLE)[N] extends { secret: true } ? N : never;
}[SettingName];

/**
 * The current process's settings, for code far from the composition root. Secrets are missing: they are removed from the
 * environment at start and passed as arguments.
 */
export const processSettings: Omit<Settings, SecretName> = settingsIn(process.env);

/** Describes an invalid setting without showing its value; undefined if it is valid. */
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
