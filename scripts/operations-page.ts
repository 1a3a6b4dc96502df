import { operation, operationNames } from '../src/catalogue/operations.ts';
import { toolTexts } from '../tools/tools.ts';

/** The page that lists every operation, as the catalogue has it. */
export function operationsPage(): string {
  const rows = operationNames.map((name) => {
    const { method, path } = operation(name);
    return `| \`${name}\` | \`${method} ${path}\` | ${toolTexts[name].title} |`;
  });
  return `# Operations

Each is a tool, a call of the client and a request over REST; \`openapi.json\` describes them whole. Made by \`npm run generate\`.

${['| Tool | REST | |', '|---|---|---|', ...rows].join('\n')}
`;
}
