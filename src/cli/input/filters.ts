import type { FilterFlags } from '../../mcp/tools/filters.ts';

/** The options that decide which tools an assistant sees, as `kith` and the commands with tools take them. */
export const FILTER_OPTIONS = {
  toolsets: ['--toolsets <names>', 'these sets of tools, such as core,notes'],
  tools: ['--tools <names>', 'these tools, alone or beside the sets'],
  excludeTools: ['--exclude-tools <names>', 'not these tools'],
  readOnly: ['--read-only', 'no tool that writes'],
  catalogue: ['--catalogue', 'three tools in place of all: search, read and write operation'],
} as const;

export interface FilterOptions {
  toolsets?: string[] | undefined;
  tools?: string[] | undefined;
  excludeTools?: string[] | undefined;
  readOnly?: true | undefined;
  catalogue?: true | undefined;
}

/** An option that may be given several times. */
export const collect = (value: string, before: string[] = []): string[] => [...before, value];

export const filterFlagsOf = ({ toolsets, tools, excludeTools, readOnly, catalogue }: FilterOptions): FilterFlags => ({
  toolsets,
  tools,
  'exclude-tools': excludeTools,
  'read-only': readOnly,
  catalogue,
});
