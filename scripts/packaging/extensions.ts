import { LAUNCH, product } from './product.ts';

// Files for clients that install kith from its repository, with the skills.

const { title, description, version, author, homepage, source, license, keywords } = product;

const started = { command: LAUNCH.command, args: LAUNCH.args };

/** .claude-plugin/plugin.json: kith as a Claude Code plugin, which finds the skills beside it. */
export const claudePlugin = (): object => ({
  ...{ name: title, version, description, author: { name: author }, homepage, repository: source, license, keywords },
  mcpServers: { [title]: started },
});

/** .claude-plugin/marketplace.json: the repository as a marketplace with one plugin. */
export const claudeMarketplace = (): object => ({
  name: title,
  owner: { name: author },
  plugins: [{ name: title, source: './', description }],
});

/** gemini-extension.json: kith as a Gemini CLI extension. */
export const geminiExtension = (): object => ({
  ...{ name: title, version, description },
  mcpServers: { [title]: started },
});
