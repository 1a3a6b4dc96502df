import { readFileSync } from 'node:fs';
import { type SettingName, settingFacts } from '../../src/settings.ts';

// Source of every package format: name, version, command, environment, and texts.

/** Fields of package.json for the files of clients and registries. */
interface Package {
  name: string;
  /** Name in the MCP registry, and in the image's label. */
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
  /** At most 100 characters, the registry's limit. */
  summary: 'A personal CRM for assistants: contacts, notes, reminders and groups on your own machine',
  /** URL of the sources. */
  source,
  privacy: `${source}/blob/main/PRIVACY.md`,
};

/** The toolset that every package enables: `all`, or `core` (docs/tools.md). */
const TOOLSET = 'all' as 'all' | 'core';

/** Arguments of npx, without kith's own. */
export const NPX_ARGS = ['-y', product.name];

/** How a client starts kith from npm. */
export const LAUNCH = {
  command: 'npx',
  args: [...NPX_ARGS, ...(TOOLSET === 'all' ? [] : ['--toolsets', TOOLSET])],
  env: {},
};

/** A setting for people who install kith in a client. */
interface InstallSetting {
  /** Its label in the form. */
  title: string;
  description: string;
  type: 'string' | 'directory' | 'boolean';
  default?: string | boolean;
}

/** By environment variable. */
const OFFERED: Partial<Record<SettingName, InstallSetting>> = {
  KITH_DATA_DIR: {
    title: 'Data folder',
    description: 'Folder for your contacts (default: the usual folder for application data).',
    type: 'directory',
  },
  KITH_BASE_URL: {
    title: 'Remote service',
    description: 'URL of a remote kith service, in place of local data.',
    type: 'string',
  },
  KITH_API_KEY: {
    title: 'API key',
    description: 'Your API key for the remote service.',
    type: 'string',
  },
  KITH_TOOLSETS: {
    title: 'Toolsets',
    description: `Tools to enable, such as core, notes, or all (default: ${TOOLSET}).`,
    type: 'string',
    default: TOOLSET === 'all' ? '' : TOOLSET,
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
