import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// A generic bridge from OpenAPI to MCP, on our own openapi.json: what one gets without writing an MCP server.

const PACKAGE = '@ivotoby/openapi-mcp-server';
const VERSION = '1.16.1';
const FOLDER = 'node_modules/.cache/bench-bridge';
const ENTRY = `${FOLDER}/node_modules/${PACKAGE}/bin/mcp-server.js`;

/** The command that runs the bridge before a service; installed beside our own packages when first needed. */
export function bridgeCommand(baseUrl: string, apiKey: string, ...transport: string[]): string[] {
  if (!existsSync(ENTRY)) {
    const args = [
      'install',
      '--prefix',
      FOLDER,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      `${PACKAGE}@${VERSION}`,
    ];
    execFileSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  }
  const service = ['--api-base-url', baseUrl, '--openapi-spec', 'openapi.json'];
  return [process.execPath, ENTRY, ...service, '--headers', `Authorization:Bearer ${apiKey}`, ...transport];
}

/** What the bridge calls get_contact. */
export const BRIDGE_GET_CONTACT = 'get-contact';
