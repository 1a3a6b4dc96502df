import { toolDefinitions } from '../../../tools/tools.ts';
import type { ToolName } from '../../contract/operations.ts';
import { EXTRA_ARGUMENTS } from './extra-arguments.ts';
import type { Tool } from './list.ts';

// Short forms of operations for the descriptions of the catalogue tools, so that most calls need no search before them.

/** Maximum number of optional arguments, and of fields of rows, in a short form. */
const MAX_SHOWN = 3;

/** `update_tag {tagId, name?}, list_custom_fields`. Superseded operations are left out. */
export const signaturesOf = (tools: readonly Tool[]): string =>
  tools
    .filter(({ name }) => !toolDefinitions[name as ToolName].toolsets.includes('v1'))
    .map(signatureOf)
    .join(', ');

/** Name and main arguments. `?` marks an optional one, and `…` stands for more. */
function signatureOf({ name, inputSchema }: Tool): string {
  const required = (inputSchema.required ?? []) as string[];
  const properties = inputSchema.properties as Record<string, Property>;
  const { everyday = [] } = toolDefinitions[name as ToolName];
  const rest = [...new Set([...everyday, ...Object.keys(properties)])].filter(
    (argument) => !required.includes(argument) && !Object.hasOwn(EXTRA_ARGUMENTS, argument) && !isPaging(argument),
  );
  const needed = required.map((argument) => `${argument}${rowsOf(properties[argument]!)}`);
  const shown = [...needed, ...rest.slice(0, MAX_SHOWN).map((argument) => `${argument}?`)];
  const more = rest.length > MAX_SHOWN ? ', …' : '';
  return shown.length > 0 ? `${name} {${shown.join(', ')}${more}}` : name;
}

interface Property {
  items?: { properties?: Record<string, unknown> };
}

/** The fields of a list's rows: `: [{contact_id, text_value, …}]`. Empty for other arguments. */
function rowsOf({ items }: Property): string {
  const fields = Object.keys(items?.properties ?? {});
  if (fields.length === 0) return '';
  return `: [{${fields.slice(0, MAX_SHOWN).join(', ')}${fields.length > MAX_SHOWN ? ', …' : ''}}]`;
}

const isPaging = (argument: string): boolean => ['take', 'limit', 'cursor'].includes(argument);
