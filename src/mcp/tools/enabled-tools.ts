import type { SettingName } from '../../settings.ts';
import toolList from '../generated/tools.json' with { type: 'json' };
import type { Tool } from './list.ts';

/** The tools of one server. They never change after it starts. */
export interface EnabledTools {
  /** The callable tools, as listed. */
  tools: readonly Tool[];
  /** Lists three tools that search and call the others, for MCP clients with small limits. */
  catalogue: boolean;
  /** Some tools list only their everyday arguments. */
  shortened?: boolean;
}

/** The tools of catalogue mode, which search and call the others. */
export const CATALOGUE_TOOLS = ['search_operations', 'read_operation', 'write_operation'] as const;

/** Every tool, as generated at build time. */
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

/** The request header of a setting: `exclude-tools` is X-Kith-Exclude-Tools. */
export const headerOf = (setting: Setting): string =>
  `x-kith-${setting}`.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase());
