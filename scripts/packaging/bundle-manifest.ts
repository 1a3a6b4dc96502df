import { toolNames } from '../../src/contract/operations.ts';
import { toolDefinitions } from '../../tools/tools.ts';
import { product, settings } from './product.ts';

const optionName = (variable: string): string => variable.replace(/^KITH_/, '').toLowerCase();

/** manifest.json of a bundle for desktop clients (MCPB, manifest version 0.3). It uses Node's own SQLite. */
export function bundleManifest(): object {
  const { name, title, version, description, author, license, keywords, source, homepage, bugs, privacy } = product;
  return {
    manifest_version: '0.3',
    name,
    display_name: title,
    version,
    description,
    author: { name: author, url: source },
    repository: { type: 'git', url: `${source}.git` },
    homepage,
    documentation: homepage,
    support: bugs,
    icon: 'icon.png',
    license,
    keywords,
    privacy_policies: [privacy],
    server: {
      type: 'node',
      entry_point: 'dist/cli.js',
      mcp_config: {
        command: 'node',
        // biome-ignore-start lint/suspicious/noTemplateCurlyInString: the host fills these in.
        args: ['${__dirname}/dist/cli.js'],
        env: Object.fromEntries(settings.map(({ variable }) => [variable, `\${user_config.${optionName(variable)}}`])),
        // biome-ignore-end lint/suspicious/noTemplateCurlyInString: as above.
      },
    },
    tools: toolNames.map((tool) => ({ name: tool, description: toolDefinitions[tool].title })),
    prompts_generated: true,
    user_config: Object.fromEntries(
      settings.map(({ variable, offered, isSecret }) => [
        optionName(variable),
        {
          ...offered,
          default: offered.default ?? '',
          required: false,
          ...(isSecret && { sensitive: true }),
        },
      ]),
    ),
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: '>=22.16.0' } },
  };
}
