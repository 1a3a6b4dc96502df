import { type Environment, SETTING_NAMES, settingFacts, settingsIn } from '../settings.ts';

/** The environment of this process, as it was at its start. */
export const environment: Environment = { ...process.env };

/** The settings of this process. Only the command line reads them; what it starts is given what it needs. */
export const settings = settingsIn(environment);

/** Leaves in `process.env` only what may be seen. Called once, before anything else. */
export function clearEnvironment(): void {
  // A crash report, or a program that kith starts, would find them there; Node 20 cannot leave the environment out of a
  // crash report.
  for (const name of SETTING_NAMES) if (settingFacts(name).secret) delete process.env[name];
  if (process.report && 'excludeEnv' in process.report) process.report.excludeEnv = true;
}

/** The build's version, put in by the bundler; code that runs from its sources has none. */
declare const KITH_VERSION: string;
export const version = typeof KITH_VERSION === 'undefined' ? 'sources' : KITH_VERSION;
