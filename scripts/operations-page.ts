import { apiNames, operation, toolNames } from '../src/contract/operations.ts';
import { toolDefinitions } from '../tools/tools.ts';
import { withTable } from './docs/table.ts';

/** Generates the page that lists every operation, in the contract's words. */
export function operationsPage(): string {
  const rows = apiNames.map((name) => {
    const { method, path, description } = operation(name);
    return `| \`${name}\` | \`${method} ${path}\` | ${description} |`;
  });
  return `# Operations

Each is a request over REST and a call of the client, and most are tools (docs/api/tools.md). \`openapi.json\` describes them whole,
with every field. Made by \`npm run generate\`.

${['| Operation | REST | What it does |', '|---|---|---|', ...rows].join('\n')}
`;
}

/** Inserts the table of toolsets from the contract into a page: the tools of each, with those of `core` in bold. */
export function withToolsets(page: string): string {
  const sets = new Map<string, string[]>();
  for (const name of toolNames) {
    const { toolsets } = toolDefinitions[name];
    const set = toolsets.find((candidate) => candidate !== 'core')!;
    sets.set(set, [...(sets.get(set) ?? []), toolsets.includes('core') ? `**${name}**` : name]);
  }
  const rows = [...sets].map(([set, names]) => [set, names.join(', ')]);
  return withTable(page, 'toolsets', [['Set', 'Tools, those of `core` in bold'], ...rows]);
}
