import { operationNames } from '../src/contract/operations.ts';
import { type SettingName, settingFacts } from '../src/settings.ts';
import { toolDefinitions } from '../tools/tools.ts';

/** What the manifests take from package.json. */
export interface Package {
  name: string;
  mcpName: string;
  version: string;
  description: string;
  license: string;
}

interface Setting {
  /** Its name, for the person who fills it in. */
  title: string;
  description: string;
  type: 'string' | 'directory' | 'boolean';
  default?: string | boolean;
}

/** The settings that somebody who installs kith in a desktop host may want, by their environment variables. */
const SETTINGS: Partial<Record<SettingName, Setting>> = {
  KITH_DATA_DIR: {
    title: 'Data folder',
    description: 'Where contacts are kept; left blank, the usual folder for application data.',
    type: 'directory',
  },
  KITH_BASE_URL: {
    title: 'Remote service',
    description: 'The address of a kith service elsewhere, in place of data on this machine.',
    type: 'string',
  },
  KITH_API_KEY: {
    title: 'API key',
    description: 'Your key of the remote service.',
    type: 'string',
  },
  KITH_TOOLSETS: {
    title: 'Toolsets',
    description: 'Which tools to enable, such as core or core,notes; left blank, all of them.',
    type: 'string',
  },
  KITH_READ_ONLY: {
    title: 'Read only',
    description: 'Enable no tool that changes data.',
    type: 'boolean',
    default: false,
  },
};

const isSecret = (variable: string): boolean => settingFacts(variable as SettingName).secret === true;
const optionName = (variable: string): string => variable.replace(/^KITH_/, '').toLowerCase();

/** manifest.json of a bundle for desktop hosts (MCPB, manifest version 0.3). It uses the SQLite that Node carries. */
export function bundleManifest({ name, version, description, license }: Package): object {
  const settings = Object.entries(SETTINGS);
  return {
    manifest_version: '0.3',
    name,
    display_name: 'kith',
    version,
    description,
    author: { name: 'kith' },
    license,
    keywords: ['contacts', 'crm', 'notes', 'reminders', 'calendar'],
    server: {
      type: 'node',
      entry_point: 'dist/cli.js',
      mcp_config: {
        command: 'node',
        // biome-ignore-start lint/suspicious/noTemplateCurlyInString: the host fills these in.
        args: ['${__dirname}/dist/cli.js'],
        env: Object.fromEntries(settings.map(([variable]) => [variable, `\${user_config.${optionName(variable)}}`])),
        // biome-ignore-end lint/suspicious/noTemplateCurlyInString: as above.
      },
    },
    tools: operationNames.map((tool) => ({ name: tool, description: toolDefinitions[tool].title })),
    prompts_generated: true,
    user_config: Object.fromEntries(
      settings.map(([variable, setting]) => [
        optionName(variable),
        {
          ...setting,
          ...(setting.type !== 'boolean' && { default: '' }),
          required: false,
          ...(isSecret(variable) && { sensitive: true }),
        },
      ]),
    ),
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: '>=22.13.0' } },
  };
}

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

/** server.json, the entry of the MCP registry. */
export function registryEntry({ name, mcpName, version }: Package): object {
  return {
    $schema: SCHEMA,
    name: mcpName,
    title: 'kith',
    description: 'A personal CRM for assistants: contacts, notes, reminders and groups on your own machine',
    version,
    packages: [
      {
        registryType: 'npm',
        identifier: name,
        version,
        transport: { type: 'stdio' },
        environmentVariables: Object.entries(SETTINGS).map(([variable, { description, type }]) => ({
          name: variable,
          description,
          format: type === 'boolean' ? 'boolean' : 'string',
          isRequired: false,
          isSecret: isSecret(variable),
        })),
      },
    ],
  };
}
