import { readFile } from 'node:fs/promises';
import type { ToolName } from '../../contract/operations.ts';
import { builtFile } from '../../shared/built-file.ts';
import { once } from '../../shared/once.ts';
import { VIEW_TYPE } from './declared.ts';

export const VIEW_URI = 'ui://kith/view.html';

/** Tools with a view. */
const VIEWED: readonly ToolName[] = [
  'find_duplicate_contacts',
  'get_briefing',
  'get_contact',
  'list_timeline',
  'list_calendar_events',
];

/** The client draws the border. The view needs no domain and no permission. */
const LOOKS = { ui: { prefersBorder: true } };

/** One page for all views. The shape of a result determines which one it shows. */
export const viewResource = {
  uri: VIEW_URI,
  name: 'view',
  title: 'kith',
  description: 'Shows duplicates, a briefing, a person or a calendar beside the result of their tool.',
  mimeType: VIEW_TYPE,
  _meta: LOOKS,
};

const page = once(() => readFile(builtFile('view.html'), 'utf8'));

/** Reads the view if the address is its own. */
export async function readView(uri: string) {
  if (uri !== VIEW_URI) return undefined;
  return { uri, mimeType: VIEW_TYPE, text: await page(), _meta: LOOKS };
}

export const hasView = (name: string): boolean => (VIEWED as readonly string[]).includes(name);
