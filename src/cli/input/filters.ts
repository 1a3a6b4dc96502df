import type { FilterFlags } from '../../mcp/tools/filters.ts';

/** Options that select the tools an assistant sees. */
export const FILTER_OPTIONS = {
  toolsets: ['--toolsets <names>', 'tool sets to enable, such as core,notes'],
  tools: ['--tools <names>', 'tools to enable, in addition to the sets'],
  excludeTools: ['--exclude-tools <names>', 'tools to disable'],
  readOnly: ['--read-only', 'only tools that read'],
  catalogue: ['--catalogue', 'three tools in place of all: search, read, and write operations'],
  noCatalogue: ['--no-catalogue', 'core without these three tools'],
} as const;

export interface FilterOptions {
  toolsets?: string[] | undefined;
  tools?: string[] | undefined;
  excludeTools?: string[] | undefined;
  readOnly?: true | undefined;
  catalogue?: boolean | undefined;
}

/** Collects the values of a repeatable option. */
export const collect = (value: string, before: string[] = []): string[] => [...before, value];

export const filterFlagsOf = ({ toolsets, tools, excludeTools, readOnly, catalogue }: FilterOptions): FilterFlags => ({
  toolsets,
  tools,
  'exclude-tools': excludeTools,
  'read-only': readOnly,
  catalogue,
});
