/** Settings that open something. None stays where a crash report, or a program that kith starts, would find it. */
const SECRETS = [
  'KITH_SECRET',
  'KITH_SECRET_PREVIOUS',
  'KITH_DATABASE_URL',
  'KITH_REDIS_URL',
  'KITH_API_KEY',
  'KITH_HTTP_TOKEN',
  'KITH_IMPORT_KEY',
  'KITH_IMPORT_PASSWORD',
  'KITH_GOOGLE_CLIENT_SECRET',
  'KITH_MICROSOFT_CLIENT_SECRET',
];

/** A blank setting sets nothing: hosts that fill in a form leave what is blank as an empty text. */
const isBlank = (name: string): boolean => name.startsWith('KITH_') && process.env[name]!.trim() === '';

/** The settings of this process, as they were at its start. */
export const processEnvironment: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !isBlank(name)),
);

/** Leaves in `process.env` only what may be seen. Called once, before anything else. */
export function clearEnvironment(): void {
  // Node 20 cannot leave the environment out of a crash report; what is no longer in it is not written there.
  for (const name of Object.keys(process.env)) if (SECRETS.includes(name) || isBlank(name)) delete process.env[name];
  if (process.report && 'excludeEnv' in process.report) process.report.excludeEnv = true;
}
