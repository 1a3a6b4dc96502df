import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { installInstructions } from '../../scripts/packaging/install-instructions.ts';
import { LAUNCH, product } from '../../scripts/packaging/product.ts';
import { toolNames } from '../../src/contract/operations.ts';
import { ASSISTANTS, type Way } from '../../src/web/words/assistants.ts';
import type { Json } from '../support/people.ts';

// Each file, link, and line that sets up an MCP client has the same command, which packed.slow.test.ts starts.

const read = (path: string): Json => JSON.parse(readFileSync(path, 'utf8'));

interface Started {
  command: string;
  args: string[];
  env?: Record<string, string>;
}

const fromFile: [string, () => Started][] = [
  ['.claude-plugin/plugin.json', () => read('.claude-plugin/plugin.json').mcpServers.kith],
  ['gemini-extension.json', () => read('gemini-extension.json').mcpServers.kith],
  [
    'server.json',
    () => {
      const { runtimeHint, identifier } = read('server.json').packages[0];
      return { command: runtimeHint, args: ['-y', identifier] };
    },
  ],
];

test.each(fromFile)('%s', (_, started) => {
  expect({ env: {}, ...started() }).toEqual(LAUNCH);
});

const ways = ASSISTANTS.flatMap(({ name, byCommand }): [string, Way][] =>
  byCommand ? [[name, byCommand(LAUNCH)]] : [],
);

test.each(ways)('%s gets the launch command', (_, { text, opens }) => {
  expect({ env: {}, ...startedBy(text!) }).toEqual(LAUNCH);
  if (opens) expect({ env: {}, ...inLink(opens) }).toEqual(LAUNCH);
});

// Folders with characters that shells interpret.
const ODD = {
  command: 'C:\\Program Files\\node.exe',
  args: ['--flag', "C:\\Ann's kith\\", 'a "b"\\"', '$HOME', 'C:\\x y\\\\'],
  env: { KITH_DATA_DIR: 'D:\\my data\\' },
};
const SHELLS: [NodeJS.Platform, (line: string) => string[]][] = [
  [
    'linux',
    (line) =>
      execFileSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' })
        .split('\0')
        .slice(0, -1),
  ],
  ['win32', readOnWindows],
];

test.runIf(process.platform !== 'win32').each(SHELLS)('quotes a shell line for %s correctly', (platform, read) => {
  const lineFor = (name: string): string => {
    const { text } = ASSISTANTS.find((one) => one.name === name)!.byCommand!({ ...ODD, platform });
    return text!;
  };
  const started = [ODD.command, ...ODD.args];
  const variable = `KITH_DATA_DIR=${ODD.env.KITH_DATA_DIR}`;
  expect(read(lineFor('Goose'))).toEqual(started);
  expect(read(lineFor('Claude Code'))).toEqual(['claude', 'mcp', 'add', 'kith', '-e', variable, '--', ...started]);
  expect(read(lineFor('Codex')).slice(4)).toEqual(['--env', variable, '--', ...started]);
  expect(JSON.parse(read(lineFor('VS Code')).at(-1)!)).toEqual({ name: 'kith', ...ODD });
});

test.runIf(process.platform !== 'win32').each(['http://[::1]:8334/mcp', "https://a$(id)'s.example/mcp"])(
  'keeps any shell from interpreting the address %s',
  (address) => {
    for (const { name, byAddress } of ASSISTANTS) {
      const { text = '' } = byAddress?.(address) ?? {};
      const read = /^(?:claude|codex|gemini|npx) .*http/.test(text) ? SHELLS[0]![1](text).at(-1) : address;
      expect([name, read]).toEqual([name, address]);
      if (text.startsWith('mcpServers:')) expect(parse(text).mcpServers.kith.url).toBe(address);
    }
  },
);

/** Splits a command line as Windows programs do: quotes group, and backslashes are special only before quotes. */
function readOnWindows(line: string): string[] {
  const words = [''];
  let isQuoted = false;
  for (const [part, slashes = '', quote] of line.matchAll(/(\\*)(")|\\+|[^\\"]/g)) {
    if (!quote && part === ' ' && !isQuoted) words.push('');
    else words.push(words.pop()! + (quote ? slashes.slice(0, slashes.length / 2) : part));
    if (quote && slashes.length % 2 === 1) words.push(`${words.pop()}"`);
    else if (quote) isQuoted = !isQuoted;
  }
  return words;
}

/** The command that a client reads from a shell line or a configuration. */
function startedBy(text: string): Started {
  const config = /[{].*[}]/.exec(text)?.[0];
  if (config === undefined) {
    const [command, ...args] = (text.split(' -- ')[1] ?? text).split(' ');
    return { command: command!, args };
  }
  const known = (one: Json): Started | undefined =>
    typeof one?.command === 'string'
      ? { command: one.command, args: one.args, ...(one.env && { env: one.env }) }
      : undefined;
  const parsed = JSON.parse(config) as Json;
  return (known(parsed) ?? known(parsed.kith) ?? known(parsed.mcpServers?.kith))!;
}

function inLink(link: string): Started {
  const url = new URL(link);
  const config = url.searchParams.get('config');
  const { name, command, args }: Json = config
    ? { name: url.searchParams.get('name'), ...JSON.parse(Buffer.from(config, 'base64').toString()) }
    : JSON.parse(decodeURIComponent(url.search.slice(1)));
  expect(name).toBe(product.title);
  return { command, args };
}

test("has the same command in the README's links", () => {
  const links = new Map(installInstructions().map(([name, way]) => [name, /\((https:[^)]+)\)/.exec(way)?.[1]]));
  expect(inLink(links.get('Cursor')!)).toEqual({ command: LAUNCH.command, args: LAUNCH.args });
  const leadsTo = new URL(links.get('VS Code')!).searchParams.get('url')!;
  expect(inLink(leadsTo)).toEqual({ command: LAUNCH.command, args: LAUNCH.args });
  for (const link of links.values()) if (link) expect(readFileSync('README.md', 'utf8')).toContain(`(${link})`);
});

test('uses the version from package.json everywhere', () => {
  const { version } = product;
  expect(read('manifest.json').version).toBe(version);
  expect(read('gemini-extension.json').version).toBe(version);
  expect(read('.claude-plugin/plugin.json').version).toBe(version);
  expect([read('server.json').version, read('server.json').packages[0].version]).toEqual([version, version]);
  expect(read('packages/sqlite/package.json').version).toBe(version);
  expect(read('package.json').optionalDependencies['kith-sqlite']).toBe(version);
});

test('a skill is named after its folder, says when to use it, and names existing tools', () => {
  for (const name of readdirSync('skills')) {
    const [, head, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(readFileSync(`skills/${name}/SKILL.md`, 'utf8'))!;
    expect(head).toMatch(new RegExp(`^name: ${name}\ndescription: ".* Use when [^"]+"$`));
    const tools = [...body!.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)].map(([tool]) => tool);
    expect(tools.length).toBeGreaterThan(3);
    for (const tool of tools.filter((one) => /^(?:list|get|create|update|filter)_/.test(one)))
      expect(toolNames).toContain(tool);
  }
});
