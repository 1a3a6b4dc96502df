import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Other MCP servers, with their measured versions. */
export const OTHERS = {
  '@modelcontextprotocol/server-memory': '2026.8.31',
  'mcp-memory-libsql': '0.0.17',
  '@modelcontextprotocol/server-filesystem': '2026.8.31',
  '@modelcontextprotocol/server-everything': '2026.8.31',
};

export type OtherName = keyof typeof OTHERS;

/** Installs some of them in a folder for the run: none is a dependency of kith. */
export function install(folder: string, names: OtherName[]): void {
  if (existsSync(join(folder, 'node_modules'))) return;
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const packages = names.map((name) => `${name}@${OTHERS[name]}`);
  const args = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', ...packages];
  execFileSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** The command that starts an installed one. */
export const commandOf = (folder: string, name: OtherName, file: string, ...args: string[]): string[] => [
  process.execPath,
  join(folder, 'node_modules', name, file),
  ...args,
];
