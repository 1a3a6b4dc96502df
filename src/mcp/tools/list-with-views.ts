import { hasView, VIEW_URI } from '../views/view.ts';
import type { Tool } from './list.ts';

// Older clients read the second key.
const META = { ui: { resourceUri: VIEW_URI }, 'ui/resourceUri': VIEW_URI };

const linked = new WeakMap<readonly Tool[], readonly Tool[]>();

/** The tools for a client that displays views. */
export function withViews(tools: readonly Tool[]): readonly Tool[] {
  const known = linked.get(tools) ?? tools.map((tool) => (hasView(tool.name) ? { ...tool, _meta: META } : tool));
  linked.set(tools, known);
  return known;
}
