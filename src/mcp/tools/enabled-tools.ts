import type { SettingName } from '../../settings.ts';
import toolList from '../generated/tools.json' with { type: 'json' };
import type { Tool } from './list.ts';

/** The tools of one server. Fixed when it is made: no call changes them. */
export interface EnabledTools {
  /** The tools that may be called, in the form they are shown in. */
  tools: readonly Tool[];
  /** Shown as three tools that search and call the others, for hosts with small limits. */
  catalogue: boolean;
  /** Some tools are shown with their everyday arguments only. */
  shortened?: boolean;
}

/** The tools of catalogue mode, which search and call the others. */
export const CATALOGUE_TOOLS = ['search_operations', 'read_operation', 'write_operation'] as const;

/** Every tool there is, as made at build time. */
export const everything: EnabledTools = { tools: toolList, catalogue: false };

/** The settings that limit which tools are enabled: each is a flag, an environment variable and a header. */
export const SETTINGS = ['toolsets', 'tools', 'exclude-tools', 'read-only', 'catalogue'] as const;
export type Setting = (typeof SETTINGS)[number];

const VARIABLES = {
  toolsets: 'KITH_TOOLSETS',
  tools: 'KITH_TOOLS',
  'exclude-tools': 'KITH_EXCLUDE_TOOLS',
  'read-only': 'KITH_READ_ONLY',
  catalogue: 'KITH_CATALOGUE',
} as const satisfies Record<Setting, SettingName>;

export const variableOf = (setting: Setting) => VARIABLES[setting];

/** `exclude-tools` is X-Kith-Exclude-Tools in the header of a request. */
export const headerOf = (setting: Setting): string =>
  `x-kith-${setting}`.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase());
