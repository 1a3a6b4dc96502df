import type { Command } from '../services/settings.ts';

// Instructions to add kith to each known assistant: on the settings page with the server's URL, in docs/assistants.md with an
// example. Text between backticks is code.

/** Instructions to add kith to one assistant. */
export interface Way {
  /** The first step, or the file that the text belongs in. */
  before?: string;
  /** Command to run, or configuration to add. */
  text?: string;
  after?: string;
  /** Link that opens the assistant, which then offers to add kith. */
  opens?: string;
}

export interface Assistant {
  name: string;
  /** Its requests come from the cloud, so it reaches only public URLs. */
  isInCloud?: true;
  /** With the URL of the MCP endpoint. The page shows the URL if there is no text. */
  byAddress?: (address: string) => Way;
  /** With the command that the assistant starts on the same computer. */
  byCommand?: (command: Command) => Way;
}

const NAME = 'kith';

const json = (value: unknown): string => JSON.stringify(value);

/** Configuration of a program, without an empty environment. */
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

/** Quotes a word for a shell. On Windows, only double quotes work, and backslashes before them are doubled. */
const word = (text: string, platform?: NodeJS.Platform): string => {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  if (platform !== 'win32') return `'${text.replaceAll("'", "'\\''")}'`;
  return `"${text.replace(/(\\*)("|$)/g, (_, slashes, quote) => slashes + slashes + (quote && '\\"'))}"`;
};

const commandLine = ({ command, args, platform }: Command): string =>
  [command, ...args].map((one) => word(one, platform)).join(' ');
const variables = ({ env }: Command): string[] => Object.entries(env).map(([name, value]) => `${name}=${value}`);
/** Each variable after a flag, then the command. */
const afterFlags = (command: Command, flag: string): string =>
  [...variables(command).map((one) => `${flag} ${word(one, command.platform)}`), '--', commandLine(command)].join(' ');

export const ASSISTANTS: Assistant[] = [
  {
    name: 'Claude, on the web, on the desktop, on phones',
    isInCloud: true,
    byAddress: () => ({ before: 'Settings → Connectors → Add custom connector, then enter the address' }),
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
      before: 'Settings → Apps → Advanced settings: turn on Developer mode, select Create, and choose OAuth',
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
      before: '`goose configure` → Add Extension → Command-line Extension, then enter the command',
      text: commandLine(command),
      ...(variables(command).length > 0 && {
        after: `then add the environment variables: ${variables(command)
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
    byAddress: () => ({ text: 'npx @modelcontextprotocol/inspector', after: 'with the transport Streamable HTTP' }),
  },
  {
    name: 'n8n',
    byAddress: () => ({
      before: 'add the node MCP Client Tool with MCP OAuth2 authentication and dynamic client registration',
    }),
  },
  { name: 'Raycast', byAddress: () => ({ before: 'Install MCP Server, with type HTTP' }) },
  {
    name: 'Grok, Perplexity, Devin, Mistral Le Chat',
    isInCloud: true,
    byAddress: () => ({ before: 'add a custom connector with the address' }),
  },
  { name: 'Moltis', byAddress: () => ({ before: 'MCP server settings → Add Server, with the address' }) },
  {
    name: 'Any assistant that only starts programs',
    byAddress: (address) => ({
      text: `npx -y mcp-remote ${word(address)}`,
      after: 'as the command',
    }),
  },
];
