import type { Command } from '../services/settings.ts';

// How each known host is given kith: on the settings page filled in with its own address, in docs/assistants.md with one
// that stands for it. Text between backticks is code.

/** A way to add kith to a host. */
export interface Way {
  /** What to do before, or where the text goes. */
  before?: string;
  /** What is run, or written into a file. */
  text?: string;
  after?: string;
  /** An address that makes the host on this machine ask whether to add kith. */
  opens?: string;
}

export interface Assistant {
  name: string;
  /** Its requests come from a cloud, which reaches public addresses alone. */
  isInCloud?: true;
  /** By the address of the MCP endpoint; where there is nothing to run or to write, the address is given. */
  byAddress?: (address: string) => Way;
  /** By the program that it starts on the same machine. */
  byCommand?: (command: Command) => Way;
}

const NAME = 'kith';

const json = (value: unknown): string => JSON.stringify(value);

/** What a configuration says of a program; nothing of an environment that is empty. */
const started = ({ command, args, env }: Command) => ({
  command,
  args,
  ...(Object.keys(env).length > 0 && { env }),
});

const inBase64 = (value: unknown): string => encodeURIComponent(Buffer.from(json(value)).toString('base64'));
const cursorLink = (config: unknown): string =>
  `cursor://anysphere.cursor-deeplink/mcp/install?name=${NAME}&config=${inBase64(config)}`;
const codeLink = (config: object): string =>
  `vscode:mcp/install?${encodeURIComponent(json({ name: NAME, ...config }))}`;

/** As a shell reads it: single quotes keep all but themselves. Windows knows double ones alone, and backslashes before those. */
const word = (text: string, platform?: NodeJS.Platform): string => {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  if (platform !== 'win32') return `'${text.replaceAll("'", "'\\''")}'`;
  return `"${text.replace(/(\\*)("|$)/g, (_, slashes, quote) => slashes + slashes + (quote && '\\"'))}"`;
};

const commandLine = ({ command, args, platform }: Command): string =>
  [command, ...args].map((one) => word(one, platform)).join(' ');
const variables = ({ env }: Command): string[] => Object.entries(env).map(([name, value]) => `${name}=${value}`);
/** Each variable behind a flag, and the line that starts the program. */
const afterFlags = (command: Command, flag: string): string =>
  [...variables(command).map((one) => `${flag} ${word(one, command.platform)}`), '--', commandLine(command)].join(' ');

export const ASSISTANTS: Assistant[] = [
  {
    name: 'Claude, on the web, on the desktop, on phones',
    isInCloud: true,
    byAddress: () => ({ before: 'Settings → Connectors → Add custom connector, then the address' }),
  },
  {
    name: 'Claude Desktop',
    byCommand: (command) => ({
      before: 'Settings → Developer → Edit Config, in `claude_desktop_config.json`',
      text: json({ mcpServers: { [NAME]: started(command) } }),
    }),
  },
  {
    name: 'Claude Code',
    byAddress: (address) => ({
      text: `claude mcp add --transport http ${NAME} ${word(address)}`,
      after: 'then `/mcp` in a session',
    }),
    byCommand: (command) => ({ text: `claude mcp add ${NAME} ${afterFlags(command, '-e')}` }),
  },
  {
    name: 'ChatGPT',
    isInCloud: true,
    byAddress: () => ({
      before: 'Settings → Apps → Advanced settings: turn on Developer mode, then Create, with OAuth',
    }),
  },
  {
    name: 'Codex',
    byAddress: (address) => ({
      text: `codex mcp add ${NAME} --url ${word(address)}`,
      after: `then \`codex mcp login ${NAME}\``,
    }),
    byCommand: (command) => ({
      text: `codex mcp add ${NAME} ${afterFlags(command, '--env')}`,
    }),
  },
  {
    name: 'VS Code',
    byAddress: (url) => ({
      text: `code --add-mcp ${word(json({ name: NAME, type: 'http', url }))}`,
      opens: codeLink({ type: 'http', url }),
    }),
    byCommand: (command) => ({
      text: `code --add-mcp ${word(json({ name: NAME, ...started(command) }), command.platform)}`,
      opens: codeLink(started(command)),
    }),
  },
  {
    name: 'Cursor',
    byAddress: (url) => ({
      before: 'in `~/.cursor/mcp.json`',
      text: json({ mcpServers: { [NAME]: { url } } }),
      opens: cursorLink({ url }),
    }),
    byCommand: (command) => ({
      before: 'in `~/.cursor/mcp.json`',
      text: json({ mcpServers: { [NAME]: started(command) } }),
      opens: cursorLink(started(command)),
    }),
  },
  {
    name: 'Windsurf',
    byAddress: (serverUrl) => ({
      before: 'in `~/.codeium/windsurf/mcp_config.json`',
      text: json({ mcpServers: { [NAME]: { serverUrl } } }),
    }),
    byCommand: (command) => ({
      before: 'in `~/.codeium/windsurf/mcp_config.json`',
      text: json({ mcpServers: { [NAME]: started(command) } }),
    }),
  },
  {
    name: 'Zed',
    byAddress: (url) => ({ before: 'in `settings.json`', text: `"context_servers":${json({ [NAME]: { url } })}` }),
    byCommand: (command) => ({
      before: 'in `settings.json`',
      text: `"context_servers":${json({ [NAME]: started(command) })}`,
    }),
  },
  {
    name: 'Gemini CLI',
    byAddress: (address) => ({
      text: `gemini mcp add --transport http ${NAME} ${word(address)}`,
      after: `then \`/mcp auth ${NAME}\` in a session`,
    }),
    byCommand: (command) => ({
      before: 'in `~/.gemini/settings.json`',
      text: json({ mcpServers: { [NAME]: started(command) } }),
    }),
  },
  {
    name: 'Goose',
    byAddress: () => ({ before: '`goose configure` → Add Extension → Remote Extension (Streamable HTTP)' }),
    byCommand: (command) => ({
      before: '`goose configure` → Add Extension → Command-line Extension, then the command',
      text: commandLine(command),
      ...(variables(command).length > 0 && {
        after: `then its environment variables: ${variables(command)
          .map((one) => `\`${one}\``)
          .join(', ')}`,
      }),
    }),
  },
  {
    name: 'opencode',
    byAddress: (url) => ({
      before: 'in `opencode.json`',
      text: `"mcp":${json({ [NAME]: { type: 'remote', url } })}`,
      after: `then \`opencode mcp auth ${NAME}\``,
    }),
  },
  {
    name: 'LibreChat',
    byAddress: (address) => ({
      before: 'in `librechat.yaml`',
      text: `mcpServers: { ${NAME}: { type: streamable-http, url: ${json(address)} } }`,
    }),
  },
  {
    name: 'MCP Inspector',
    byAddress: () => ({ text: 'npx @modelcontextprotocol/inspector', after: 'transport Streamable HTTP' }),
  },
  {
    name: 'n8n',
    byAddress: () => ({
      before: 'the node MCP Client Tool, authentication MCP OAuth2, with dynamic client registration',
    }),
  },
  { name: 'Raycast', byAddress: () => ({ before: 'Install MCP Server, type HTTP' }) },
  {
    name: 'Grok, Perplexity, Devin, Mistral Le Chat',
    isInCloud: true,
    byAddress: () => ({ before: 'a custom connector with the address' }),
  },
  { name: 'Moltis', byAddress: () => ({ before: 'its settings of MCP servers: Add Server, with the address' }) },
  {
    name: 'Any that only starts programs',
    byAddress: (address) => ({
      text: `npx -y mcp-remote ${word(address)}`,
      after: 'as the command',
    }),
  },
];
