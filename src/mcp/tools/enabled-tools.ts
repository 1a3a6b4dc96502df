import toolList from '../generated/tools.json' with { type: 'json' };
import type { Tool } from './list.ts';

/** What one server offers. Fixed when it is made: no call changes it. */
export interface Offer {
  /** The tools that may be called, in the form they are shown in. */
  tools: readonly Tool[];
  /** Shown as three tools that search and call the others, for hosts with small limits. */
  catalogue: boolean;
  /** Some tools are shown with their everyday arguments only. */
  shortened?: boolean;
}

/** Every tool there is, as made at build time. */
export const everything: Offer = { tools: toolList as unknown as Tool[], catalogue: false };

/** What limits an offer: each is a flag, an environment variable and a header. */
export const SETTINGS = ['toolsets', 'tools', 'exclude-tools', 'read-only', 'catalogue'] as const;
export type Setting = (typeof SETTINGS)[number];

/** `exclude-tools` is KITH_EXCLUDE_TOOLS in the environment. */
export const variableOf = (setting: Setting): string => `KITH_${setting.replace('-', '_').toUpperCase()}`;

/** `exclude-tools` is X-Kith-Exclude-Tools in the header of a request. */
export const headerOf = (setting: Setting): string =>
  `x-kith-${setting}`.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase());
