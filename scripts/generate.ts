// Writes the files derived from the contract and the settings. With --check, fails if one is stale.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describeApi } from '../src/contract/openapi.ts';
import { apiNames, operation } from '../src/contract/operations.ts';
import { photoOperation } from '../src/contract/photos.ts';
import { makeToolList } from '../src/mcp/tools/list.ts';
import { withAssistants } from './assistants-table.ts';
import { librariesPage } from './libraries-page.ts';
import { operationsPage, withToolsets } from './operations-page.ts';
import { bundleManifest } from './packaging/bundle-manifest.ts';
import { claudeMarketplace, claudePlugin, geminiExtension } from './packaging/extensions.ts';
import { withCommands, withInstallInstructions } from './packaging/install-instructions.ts';
import { product } from './packaging/product.ts';
import { registryEntry } from './packaging/registry-entry.ts';
import { skillFiles } from './packaging/skills.ts';
import { checklistPage, withThreats } from './security-pages.ts';
import { settingsPage, withFilters } from './settings-page.ts';

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

const files: [string, () => string][] = [
  ['src/mcp/generated/tools.json', () => json(makeToolList())],
  ['openapi.json', () => json(describeApi([...apiNames.map(operation), photoOperation], product.version))],
  ['docs/operations.md', operationsPage],
  ['docs/libraries.md', librariesPage],
  ['docs/settings.md', settingsPage],
  ['docs/assistants.md', () => withCommands(withAssistants(read('docs/assistants.md')!))],
  ['docs/tools.md', () => withFilters(withToolsets(read('docs/tools.md')!))],
  ['docs/security.md', () => withThreats(read('docs/security.md')!)],
  ['docs/security-checklist.md', checklistPage],
  ['README.md', () => withInstallInstructions(read('README.md')!)],
  ['manifest.json', () => json(bundleManifest())],
  ['server.json', () => json(registryEntry())],
  ['.claude-plugin/plugin.json', () => json(claudePlugin())],
  ['.claude-plugin/marketplace.json', () => json(claudeMarketplace())],
  ['gemini-extension.json', () => json(geminiExtension())],
  ...skillFiles,
];

const checking = process.argv.includes('--check');
let stale = 0;
for (const [path, make] of files) {
  const current = read(path);
  const made = make();
  if (current === made) continue;
  if (checking) {
    stale++;
    process.stderr.write(`${path} is stale: run npm run generate\n`);
  } else {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, made);
    process.stderr.write(`wrote ${path}\n`);
  }
}
process.exit(stale === 0 ? 0 : 1);

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
