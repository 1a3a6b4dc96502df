import { type Environment, SETTING_NAMES, settingFacts, settingsIn } from '../settings.ts';

/** The process's environment at startup. */
export const environment: Environment = { ...process.env };

/** The process's settings. Only the command line reads them and passes on what others need. */
export const settings = settingsIn(environment);

/** Removes secrets from `process.env`. Called once, before anything else. */
export function clearEnvironment(): void {
  // Crash reports and child processes would contain them. Node 20 cannot exclude the environment from crash reports.
  for (const name of SETTING_NAMES) if (settingFacts(name).secret) delete process.env[name];
  if (process.report && 'excludeEnv' in process.report) process.report.excludeEnv = true;
}

/** The build's version, inserted by the bundler. Undefined when running from sources. */
declare const KITH_VERSION: string;
export const version = typeof KITH_VERSION === 'undefined' ? 'sources' : KITH_VERSION;
