import { LAUNCH, product } from './product.ts';

// Hosts that install kith from its repository: what their files say, and the skills that come along.

const { title, description, version, author, homepage, source, license, keywords } = product;

const started = { command: LAUNCH.command, args: LAUNCH.args };

/** .claude-plugin/plugin.json: kith as a plugin of Claude Code; the skills are found beside it by themselves. */
export const claudePlugin = (): object => ({
  ...{ name: title, version, description, author: { name: author }, homepage, repository: source, license, keywords },
  mcpServers: { [title]: started },
});

/** .claude-plugin/marketplace.json: the repository as a marketplace with one plugin, which is all of it. */
export const claudeMarketplace = (): object => ({
  name: title,
  owner: { name: author },
  plugins: [{ name: title, source: './', description }],
});

/** gemini-extension.json: kith as an extension of Gemini CLI. */
export const geminiExtension = (): object => ({
  ...{ name: title, version, description },
  mcpServers: { [title]: started },
});
