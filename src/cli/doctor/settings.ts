import { KithError } from '../../contract/error.ts';
import { suggestion } from '../../contract/schema/arguments.ts';
import { SETTINGS, variableOf } from '../../mcp/tools/enabled-tools.ts';
import { enabledToolsOf } from '../../mcp/tools/filters.ts';
import { trustedProxies } from '../../service/runtime/client-address.ts';
import type { Finding } from '../commands/doctor.ts';
import { processEnvironment } from '../environment.ts';
import { namesRemote } from '../settings.ts';

/** Every variable that kith reads. */
export const VARIABLES = [
  ...SETTINGS.map(variableOf),
  'KITH_DATA_DIR',
  'KITH_USER',
  'KITH_SECRET',
  'KITH_SECRET_PREVIOUS',
  'KITH_DATABASE_URL',
  'KITH_REDIS_URL',
  'KITH_RATE_LIMIT',
  'KITH_BASE_URL',
  'KITH_API_KEY',
  'KITH_IMPORT_KEY',
  'KITH_IMPORT_PASSWORD',
  'KITH_ALLOW_HTTP',
  'KITH_HTTP_TOKEN',
  'KITH_ALLOWED_HOSTS',
  'KITH_ALLOWED_ORIGINS',
  'KITH_TRUSTED_PROXIES',
  'KITH_REPLY_BYTES',
  'KITH_READ_SECONDS',
  'KITH_READ_MEGABYTES',
  'KITH_LOG_LEVEL',
  'KITH_GOOGLE_URL',
  'KITH_MICROSOFT_URL',
  'KITH_GOOGLE_CLIENT_ID',
  'KITH_GOOGLE_CLIENT_SECRET',
  'KITH_MICROSOFT_CLIENT_ID',
  'KITH_MICROSOFT_CLIENT_SECRET',
];

/** What the value of a variable must look like. */
const SHAPES: [string, RegExp, string][] = [
  ['KITH_REPLY_BYTES', /^[1-9]\d*$/, 'a whole number of bytes'],
  ['KITH_READ_SECONDS', /^(?!0*\.?0*$)\d*\.?\d+$/, 'a number of seconds above 0'],
  ['KITH_READ_MEGABYTES', /^[1-9]\d*$/, 'a whole number of megabytes'],
  ['KITH_RATE_LIMIT', /^\d+$/, 'a whole number of requests per minute, or 0'],
  ['KITH_LOG_LEVEL', /^(trace|debug|info|warn|error|fatal|silent)$/, 'trace, debug, info, warn, error or silent'],
  ['KITH_BASE_URL', /^https?:\/\/[^/]/, 'an address like https://host/path'],
  ['KITH_DATABASE_URL', /^postgres(ql)?:\/\/[^/]/, 'an address like postgres://user:password@host/database'],
  ['KITH_REDIS_URL', /^rediss?:\/\/[^/]/, 'an address like redis://host:6379'],
];

const OLDEST_NODE = [20, 18];

/** What can be told from the environment alone. Values are never shown: some are secrets. */
export function checkSettings(environment = processEnvironment): Finding[] {
  const found = [checkNode()];
  for (const name of Object.keys(environment)) {
    if (!name.startsWith('KITH_') || VARIABLES.includes(name) || name.startsWith('KITH_TEST_')) continue;
    const what = `${name} is set, but nothing reads it${suggestion(name, VARIABLES, '.')}`;
    found.push({ state: 'warning', what, todo: 'Correct its name or remove it.' });
  }
  for (const [name, shape, words] of SHAPES) {
    const value = environment[name];
    if (value !== undefined && !shape.test(value)) {
      found.push({ state: 'problem', what: `${name} is not ${words}.`, todo: 'Correct it or remove it.' });
    }
  }
  if (namesRemote(environment) && !environment.KITH_API_KEY) {
    const what = 'KITH_BASE_URL names a remote service, but KITH_API_KEY is not set.';
    found.push({ state: 'problem', what, todo: 'Set the key of your account there.' });
  }
  found.push(...checkProxies(environment), checkFilters(environment));
  return found;
}

function checkProxies({ KITH_TRUSTED_PROXIES: setting }: NodeJS.ProcessEnv): Finding[] {
  try {
    trustedProxies(setting);
    return [];
  } catch (error) {
    if (!(error instanceof KithError)) throw error;
    return [{ state: 'problem', what: error.message, ...(error.hint && { todo: error.hint }) }];
  }
}

function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE as [number, number];
  const what = `Node ${process.versions.node}`;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return { state: 'ok', what };
  return { state: 'problem', what: `${what} is too old.`, todo: `Install Node ${OLDEST_NODE.join('.')} or newer.` };
}

function checkFilters(environment: NodeJS.ProcessEnv): Finding {
  try {
    const { tools, catalogue } = enabledToolsOf({}, environment);
    const what = `${tools.length} tools are offered${catalogue ? ', behind the three of the catalogue' : ''}.`;
    if (tools.length > 0) return { state: 'ok', what };
    return { state: 'warning', what: 'The filters leave no tool.', todo: 'Widen KITH_TOOLSETS or KITH_TOOLS.' };
  } catch (error) {
    if (!(error instanceof KithError)) throw error;
    return { state: 'problem', what: error.message, ...(error.hint && { todo: error.hint }) };
  }
}
