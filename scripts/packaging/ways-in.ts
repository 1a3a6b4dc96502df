import { ASSISTANTS } from '../../src/web/words/assistants.ts';
import { withTable } from '../docs/table.ts';
import { LAUNCH, product } from './product.ts';

/** An address that a page of the forge may link to, which leads on to the address that a program of this machine opens. */
const THROUGH_THE_WEB: Record<string, (link: string) => string> = {
  Cursor: (link) => link.replace('cursor://anysphere.cursor-deeplink/mcp/install', 'https://cursor.com/en/install-mcp'),
  'VS Code': (link) => `https://vscode.dev/redirect?url=${encodeURIComponent(link)}`,
};

/** How each kind of user gets kith, as the README says it: what they use, and the one thing to do. */
export function waysIn(): [string, string][] {
  const { source } = product;
  return [
    [
      'Claude Desktop',
      `download the \`.mcpb\` file, an extension, of the [latest release](${source}/releases/latest) and open it; its fields may stay empty`,
    ],
    [
      'Claude Code',
      `\`/plugin marketplace add ${new URL(source).pathname.slice(1)}\`, then \`/plugin install kith@kith\``,
    ],
    ...Object.entries(THROUGH_THE_WEB).map(([name, linked]): [string, string] => {
      const { byCommand } = ASSISTANTS.find((one) => one.name === name)!;
      return [name, `[Add kith to ${name}](${linked(byCommand!(LAUNCH).opens!)})`];
    }),
    ['Gemini CLI', `\`gemini extensions install ${source}\``],
    [
      'another assistant',
      `give it the command \`${launchLine}\`; [all of them](docs/assistants.md#on-your-own-machine)`,
    ],
    [
      'Claude, ChatGPT or another in the web',
      'a server of your own gives it an address: [self-hosting](docs/self-hosting.md)',
    ],
    ['no assistant', `\`${launchLine} open\` shows your people as [pages](docs/pages.md) in your browser`],
    ['a phone', 'its contacts app syncs with kith: [which device, what to type](docs/phone.md)'],
    ['a shell, or programs', '[the commands](docs/shell.md), [the REST API and its client](docs/client.md)'],
  ];
}

const launchLine = [LAUNCH.command, ...LAUNCH.args].join(' ');

/** A page with the table of ways in. */
export const withWaysIn = (page: string): string => withTable(page, 'ways in', [['You use', 'Do this'], ...waysIn()]);

/** A page with how each host of one's own machine is told the command. */
export const withCommands = (page: string): string =>
  withTable(page, 'commands', [
    ['Assistant', 'How to add kith'],
    ...ASSISTANTS.flatMap(({ name, byCommand }): [string, string][] => {
      const way = byCommand?.(LAUNCH);
      return way ? [[name, [way.before, way.text && `\`${way.text}\``].filter(Boolean).join(': ')]] : [];
    }),
  ]);
