import { ASSISTANTS, type Way } from '../src/web/words/assistants.ts';
import { withTable } from './docs/table.ts';

const ADDRESS = 'https://kith.example.com/mcp';

/** Inserts the table of assistants that connect by URL into docs/assistants.md. */
export const withAssistants = (page: string): string =>
  withTable(page, 'assistants', [
    ['Assistant', 'How to add kith'],
    ...ASSISTANTS.flatMap(({ name, byAddress }) => (byAddress ? [[name, told(byAddress(ADDRESS))]] : [])),
  ]);

const told = ({ before, text, after }: Way): string =>
  [[before, text && `\`${text}\``].filter(Boolean).join(': '), after].filter(Boolean).join(', ');
