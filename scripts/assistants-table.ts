import { ASSISTANTS, type Way } from '../src/web/assistants.ts';

const ADDRESS = 'https://kith.example.com/mcp';

/** The page about assistants with its table of how each is given kith. */
export function withAssistants(page: string): string {
  const rows = ASSISTANTS.flatMap(({ name, byAddress }) =>
    byAddress ? `| ${name} | ${told(byAddress(ADDRESS))} |` : [],
  );
  const table = ['| Assistant | How to add kith |', '|---|---|', ...rows].join('\n');
  return page.replace(
    /(<!-- assistants[^>]*-->\n).*?(<!-- end -->)/s,
    (_, start: string, end: string) => `${start}${table}\n${end}`,
  );
}

const told = ({ before, text, after }: Way): string =>
  [[before, text && `\`${text}\``].filter(Boolean).join(': '), after].filter(Boolean).join(', ');
