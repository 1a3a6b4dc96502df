import { suggestion } from '../../contract/schema/arguments.ts';
import { badRequest } from '../../shared/error.ts';
import type { CATALOGUE_TOOLS, EnabledTools } from './enabled-tools.ts';
import type { Tool } from './list.ts';
import { signaturesOf } from './signatures.ts';

// Three tools in place of all, or beside the everyday tools, for MCP clients that accept few. Reads and writes have separate tools, so that a client can
// allow reads and ask before writes.

export type CatalogueTool = (typeof CATALOGUE_TOOLS)[number];

const object = { type: 'object', properties: {} };
const call = {
  type: 'object',
  properties: {
    operation: { type: 'string', description: 'name from search_operations' },
    arguments: { ...object, description: 'as search_operations lists them' },
  },
  required: ['operation'],
  additionalProperties: false,
};

/** The catalogue tools. Without enabled writes, the write tool is left out. */
export function catalogueTools({ tools, reachable, catalogue }: EnabledTools): Tool[] {
  const [reads, writes] = [reachable.filter(isRead), reachable.filter((tool) => !isRead(tool))];
  const listed = new Set(catalogue === 'beside' ? tools.map(({ name }) => name) : []);
  const signatures = (some: Tool[]) => signaturesOf(some.filter(({ name }) => !listed.has(name)));
  const outside = (some: Tool[]) => some.some(({ annotations }) => annotations.openWorldHint);
  const hints = (readOnlyHint: boolean, openWorldHint: boolean) => ({
    readOnlyHint,
    destructiveHint: !readOnlyHint,
    idempotentHint: readOnlyHint,
    openWorldHint,
  });
  const subjects =
    'contacts, notes, reminders, groups, tags, favorites, custom fields, saved views, emails and calendar';
  const first =
    catalogue === 'beside'
      ? 'Finds the operations that are not tools here, and all arguments of those that are. Use it when no other tool fits.'
      : 'Finds the operations of this address book by the task. Call it if their short forms in read_operation and write_operation do not suffice.';
  const search: Tool = {
    name: 'search_operations',
    title: 'Search operations',
    description: `${first} It returns the best match with its arguments, and one line for each near match; operations returns the arguments of several by name. There are ${reachable.length} operations, on ${subjects}. An empty query lists all groups and names.`,
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'the task in a few words, such as "remind me to call"' },
        operations: {
          type: 'array',
          items: { type: 'string' },
          description:
            'up to ten exact names, to get the arguments of all in one call: ["create_note", "tag_contacts"]',
        },
      },
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: { operations: { type: 'array', items: object }, groups: { type: 'array', items: object } },
    },
    annotations: hints(true, false),
  };
  const read: Tool = {
    name: 'read_operation',
    title: 'Read',
    description: `Runs an operation that only reads and changes nothing. All arguments: search_operations. For changes: write_operation. Operations: ${signatures(reads)}.`,
    inputSchema: call,
    outputSchema: object,
    annotations: hints(true, outside(reads)),
  };
  const write: Tool = {
    name: 'write_operation',
    title: 'Write',
    description: `Runs an operation that adds, changes, or deletes. dry_run: true in its arguments shows the effect and saves nothing. Deleted records: restore_from_trash. Reads: read_operation. All arguments: search_operations. Operations: ${signatures(writes)}.`,
    inputSchema: call,
    outputSchema: object,
    annotations: hints(false, outside(writes)),
  };
  return writes.length > 0 ? [search, read, write] : [search, read];
}

export const isRead = ({ annotations }: Tool): boolean => annotations.readOnlyHint === true;

/**
 * Returns the operation and arguments of a `read_operation` or `write_operation` call. Throws a 400 that names the nearest
 * operation, or the tool that runs this one.
 */
export function calledOperation(
  { reachable }: EnabledTools,
  through: CatalogueTool,
  args: Record<string, unknown>,
): { name: string; args: Record<string, unknown> } {
  const { operation, arguments: inner, ...others } = args;
  for (const name of Object.keys(others)) throw badRequest({ [name]: 'unknown argument' }, 'Put it inside arguments.');
  if (typeof operation !== 'string') throw badRequest({ operation: 'required' }, 'search_operations finds one.');
  const tool = reachable.find(({ name }) => name === operation);
  if (!tool) {
    const near = suggestion(
      operation,
      reachable.map(({ name }) => name),
    );
    throw badRequest({ operation: `there is no operation ${operation}${near}` }, 'search_operations finds one.');
  }
  if (through === 'read_operation' && !isRead(tool)) {
    throw badRequest({ operation: `${tool.name} changes data` }, 'Run it with write_operation.');
  }
  return { name: tool.name, args: readObject(inner ?? {}) };
}

/** Models sometimes send the inner object as a JSON string. */
function readObject(value: unknown): Record<string, unknown> {
  let read = value;
  if (typeof value === 'string') {
    try {
      read = JSON.parse(value);
    } catch {
      // Rejected below, like any other value that is not an object.
    }
  }
  if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read as Record<string, unknown>;
  throw badRequest({ arguments: 'must be an object' }, 'Give the operation its arguments as an object.');
}
