import { ASSISTANTS } from '../../src/web/words/assistants.ts';
import { withTable } from '../docs/table.ts';
import { LAUNCH, NPX_ARGS, product } from './product.ts';

/** Web addresses that redirect to an app's own link: GitHub removes links with an app's scheme. */
const THROUGH_THE_WEB: Record<string, (link: string) => string> = {
  Cursor: (link) => link.replace('cursor://anysphere.cursor-deeplink/mcp/install', 'https://cursor.com/en/install-mcp'),
  'VS Code': (link) => `https://vscode.dev/redirect?url=${encodeURIComponent(link)}`,
};

/** Rows of the README's install table: the user's app, and the instructions. */
export function installInstructions(): [string, string][] {
  const { source } = product;
  return [
    [
      'Claude Desktop',
      `Download the \`.mcpb\` file of the [latest release](${source}/releases/latest) and open it. You can leave all fields empty.`,
    ],
    [
      'Claude Code',
      `Run \`/plugin marketplace add ${new URL(source).pathname.slice(1)}\`, then \`/plugin install kith@kith\`.`,
    ],
    ...Object.entries(THROUGH_THE_WEB).map(([name, linked]): [string, string] => {
      const { byCommand } = ASSISTANTS.find((one) => one.name === name)!;
      return [name, `[Add kith to ${name}](${linked(byCommand!(LAUNCH).opens!)})`];
    }),
    ['Gemini CLI', `Run \`gemini extensions install ${source}\`.`],
    [
      'Another assistant on your computer',
      `Add the command \`${launchLine}\` ([instructions for each](docs/assistants.md#on-your-own-machine)).`,
    ],
    [
      'Claude, ChatGPT, or another assistant on the web',
      '[Set up a server](docs/self-hosting.md) and add its address.',
    ],
    ['A browser, without an assistant', `Run \`${launchLine} open\` for the [web app](docs/pages.md).`],
    ['A phone', '[Sync its contacts app](docs/phone.md) with your server.'],
    ['A terminal or your own programs', 'Use the [commands](docs/shell.md) or the [REST API](docs/client.md).'],
  ];
}

const launchLine = [LAUNCH.command, ...NPX_ARGS].join(' ');

/** Inserts the install table into the README. */
export const withInstallInstructions = (page: string): string =>
  withTable(page, 'install', [['You use', 'Do this'], ...installInstructions()]);

/** Inserts the table of local assistants into docs/assistants.md. */
export const withCommands = (page: string): string =>
  withTable(page, 'commands', [
    ['Assistant', 'How to add kith'],
    ...ASSISTANTS.flatMap(({ name, byCommand }): [string, string][] => {
      const way = byCommand?.(LAUNCH);
      return way ? [[name, [way.before, way.text && `\`${way.text}\``].filter(Boolean).join(': ')]] : [];
    }),
  ]);
