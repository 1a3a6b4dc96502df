import { readFileSync } from 'node:fs';
import { type SettingName, settingFacts } from '../../src/settings.ts';

// What every way in is made from: name, version, command, environment and texts.

/** What the files of hosts and registries take from package.json. */
interface Package {
  name: string;
  /** In the MCP registry, and in the label of the image. */
  mcpName: string;
  version: string;
  description: string;
  license: string;
  author: string;
  keywords: string[];
  homepage: string;
  repository: { url: string };
  bugs: string;
}

const { repository, ...manifest }: Package = JSON.parse(readFileSync('package.json', 'utf8'));

const source = repository.url.replace(/^git\+|\.git$/g, '');

export const product = {
  ...manifest,
  title: 'kith',
  /** At most 100 characters: the registry takes no more. */
  summary: 'A personal CRM for assistants: contacts, notes, reminders and groups on your own machine',
  /** Where the sources are, as a page. */
  source,
  privacy: `${source}/blob/main/PRIVACY.md`,
};

/** How a host starts kith from npm. */
export const LAUNCH = { command: 'npx', args: ['-y', product.name], env: {} };

/** A setting that somebody who installs kith in a host may want. */
interface Offered {
  /** Its name, for the person who fills it in. */
  title: string;
  description: string;
  type: 'string' | 'directory' | 'boolean';
  default?: string | boolean;
}

/** By their environment variables. */
const OFFERED: Partial<Record<SettingName, Offered>> = {
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

export const settings = Object.entries(OFFERED).map(([variable, offered]) => ({
  ...{ variable, offered },
  isSecret: settingFacts(variable as SettingName).secret === true,
}));
