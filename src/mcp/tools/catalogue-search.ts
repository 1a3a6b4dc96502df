import { ABOUT_TOOLSETS, type Toolset } from '../../../tools/definition.ts';
import { toolDefinitions } from '../../../tools/tools.ts';
import type { ToolName } from '../../contract/operations.ts';
import { suggestion } from '../../contract/schema/arguments.ts';
import { badRequest } from '../../shared/error.ts';
import { operationIndex } from './catalogue-index.ts';
import { isRead } from './catalogue-tools.ts';
import type { EnabledTools } from './enabled-tools.ts';
import { withCommonArguments } from './filters.ts';
import type { Tool } from './list.ts';

/** Maximum number of results: the first with its arguments, the others with one line each. */
const FOUND = 8;
const MAX_NAMED = 10;
/** Maximum length of a one-line description. */
const LINE = 120;

type Fields = Record<string, unknown>;

/**
 * Result of `search_operations`. A query that names operations gets them with all their arguments. Other queries get the
 * best match with its everyday arguments, and one line for each other match. Without a match, the groups and operations
 * are listed.
 */
export function searchOperations({ reachable: tools }: Pick<EnabledTools, 'reachable'>, args: Fields): Fields {
  const { query, names } = readSearch(args);
  const named = [...new Set([...names.map((name) => toolNamed(tools, name)), ...namedIn(tools, query)])];
  if (named.length > 0) return { operations: named.map(whole) };
  if (query === '') return { groups: groupsOf(tools), operations: tools.map(inName) };
  const [best, ...near] = operationIndex(tools)(query, FOUND);
  if (!best) {
    const hint = 'No operation matches. Try words from one of these groups, or an empty query to list all operations.';
    return { operations: [], groups: groupsOf(tools), hint };
  }
  return {
    operations: [everyday(best), ...near.map(inLine)],
    ...(near.length > 0 && {
      hint: 'For the arguments of others, call search_operations with {"operations": ["name", "name"]}.',
    }),
  };
}

function readSearch({ query: words, operations: wanted, ...others }: Fields): { query: string; names: string[] } {
  const [query, operations] = [words ?? '', wanted ?? []];
  for (const name of Object.keys(others))
    throw badRequest({ [name]: 'unknown argument' }, 'It accepts only query and operations.');
  if (typeof query !== 'string') throw badRequest({ query: 'must be text' });
  const names = typeof operations === 'string' ? (operations.match(/\w+/g) ?? []) : operations;
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string'))
    throw badRequest({ operations: 'must be a list of names' });
  if (names.length > MAX_NAMED) throw badRequest({ operations: `must have at most ${MAX_NAMED} entries` });
  return { query: query.trim(), names };
}

function toolNamed(tools: readonly Tool[], name: string): Tool {
  const found = tools.find((tool) => tool.name === name.toLowerCase());
  if (found) return found;
  const names = tools.map((tool) => tool.name);
  throw badRequest(
    { operations: `there is no operation ${name}${suggestion(name, names)}` },
    'Search for it with a query of a few words.',
  );
}

/** Operations that a query names: the whole query as one name, or each name in it. */
function namedIn(tools: readonly Tool[], query: string): Tool[] {
  const inOne = query.toLowerCase().replace(/[\s-]+/g, '_');
  const said = new Set([inOne, ...(query.toLowerCase().match(/[a-z0-9]+(?:_[a-z0-9]+)+/g) ?? [])]);
  return tools.filter(({ name }) => said.has(name)).slice(0, MAX_NAMED);
}

const GROUPS = Object.entries(ABOUT_TOOLSETS) as [Toolset, string][];

/** The groups of the tools. */
function groupsOf(tools: readonly Tool[]): Fields[] {
  const there = new Set<Toolset>(tools.flatMap(({ name }) => toolDefinitions[name as ToolName].toolsets));
  return GROUPS.filter(([group]) => there.has(group)).map(([group, about]) => ({ group, about }));
}

/** Adds the title if it differs from the name. */
const inName = ({ name, title }: Tool): Fields =>
  title.toLowerCase().replaceAll(' ', '_') === name ? { operation: name } : { operation: name, title };

const whole = (tool: Tool): Fields => ({
  operation: tool.name,
  run_with: isRead(tool) ? 'read_operation' : 'write_operation',
  description: tool.description,
  arguments: argumentsOf(tool),
});

/** Shows the arguments that most calls need, and the names of the others. */
function everyday(tool: Tool): Fields {
  const shown = withCommonArguments(tool, toolDefinitions[tool.name as ToolName]);
  const more = argumentNames(tool).filter((name) => !argumentNames(shown).includes(name));
  return { ...whole(shown), ...(more.length > 0 && { more_arguments: more }) };
}

const argumentNames = ({ inputSchema }: Tool): string[] => Object.keys(inputSchema.properties as object);

function argumentsOf({ inputSchema }: Tool): Fields {
  const { additionalProperties: _, ...shown } = inputSchema;
  return shown;
}

/** Shows the first sentence of the description. */
function inLine({ name, description }: Tool): Fields {
  const [sentence = ''] = description.split(/(?<=[.?!;])\s/, 1);
  const line = sentence.length > LINE ? `${sentence.slice(0, LINE).replace(/\s+\S*$/, '')} …` : sentence;
  return { operation: name, description: line };
}
