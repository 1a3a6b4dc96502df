import type { SettingName } from '../../settings.ts';
import toolList from '../generated/tools.json' with { type: 'json' };
import type { Tool } from './list.ts';

/** The tools of one server. They never change after it starts. */
export interface EnabledTools {
  /** The tools that clients list and call by name, except in `only` mode. */
  tools: readonly Tool[];
  /** The operations that the catalogue tools search and call. Without these tools, the same as `tools`. */
  reachable: readonly Tool[];
  catalogue: CatalogueMode;
  /** Some tools list only their everyday arguments. */
  shortened?: boolean;
}

/**
 * Whether the three catalogue tools are listed: `no`, `beside` the other tools, or `only` they. `never` is `no` for
 * requests too, whatever their headers.
 */
export type CatalogueMode = 'no' | 'never' | 'beside' | 'only';

export const hasCatalogue = (mode: CatalogueMode): boolean => mode === 'beside' || mode === 'only';

/** Tools that search and call operations, for clients with small limits. */
export const CATALOGUE_TOOLS = ['search_operations', 'read_operation', 'write_operation'] as const;

/** Every tool, as generated at build time. */
export const everything: EnabledTools = { tools: toolList, reachable: toolList, catalogue: 'no' };

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
