import { operation, operationNames } from '../src/catalogue/operations.ts';
import { toolTexts } from '../tools/tools.ts';

const BEGIN = '<!-- operations: generated -->';
const END = '<!-- /operations -->';

/** The README with its table of operations as the catalogue has it. */
export function readmeTable(readme: string): string {
  const begin = readme.indexOf(BEGIN);
  const end = readme.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`README.md needs the lines ${BEGIN} and ${END}`);
  const rows = operationNames.map((name) => {
    const { method, path } = operation(name);
    return `| \`${name}\` | \`${method} ${path}\` | ${toolTexts[name].title} |`;
  });
  const table = ['| Tool | REST | |', '|---|---|---|', ...rows].join('\n');
  return `${readme.slice(0, begin + BEGIN.length)}\n${table}\n${readme.slice(end)}`;
}
