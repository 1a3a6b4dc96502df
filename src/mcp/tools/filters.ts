import { TOOLSETS, type ToolDefinition, type Toolset } from '../../../tools/definition.ts';
import { toolDefinitions } from '../../../tools/tools.ts';
import { suggestion } from '../../contract/schema/arguments.ts';
import { processSettings, type Settings } from '../../settings.ts';
import { KithError } from '../../shared/error.ts';
import {
  type CatalogueMode,
  type EnabledTools,
  everything,
  hasCatalogue,
  headerOf,
  SETTINGS,
  type Setting,
  variableOf,
} from './enabled-tools.ts';
import { EXTRA_ARGUMENTS } from './extra-arguments.ts';
import type { Tool } from './list.ts';

/** In place of a toolset: all tools. */
const ALL = 'all';

/** Selection of tools (docs/api/tools.md#filters), with validated names. */
export interface ToolFilter {
  /** Undefined means all toolsets, unless `tools` is set. */
  toolsets: readonly (Toolset | typeof ALL)[] | undefined;
  tools: readonly string[] | undefined;
  exclude: readonly string[];
  readOnly: boolean;
  /** Undefined means beside the tools of `core`. */
  catalogue: boolean | undefined;
}

const text = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean' } as const;

/** Flags of every MCP entry point, for `parseArgs`. */
export const filterFlags = { toolsets: text, tools: text, 'exclude-tools': text, 'read-only': flag, catalogue: flag };

export type FilterFlags = { [K in keyof typeof filterFlags]?: string[] | boolean | undefined };

type FilterSettings = Partial<Pick<Settings, ReturnType<typeof variableOf>>>;

/** The filter of a process: each part comes from its flag, or otherwise its setting. Throws a 400 for unknown names. */
export function filterOfProcess(flags: FilterFlags = {}, settings: FilterSettings = processSettings): ToolFilter {
  return readFilter((setting) => {
    const value = flags[setting];
    if (value !== undefined) return [`--${setting}`, String(value)];
    const variable = variableOf(setting);
    return [variable, settings[variable]];
  });
}

/**
 * The filter in a request's X-Kith-… headers; undefined without any. Throws a 400 for unknown tool and header names: a
 * misspelled header would have no effect.
 */
export function filterOfHeaders(headers: Headers): ToolFilter | undefined {
  const sent = [...headers.keys()].filter((name) => name.startsWith('x-kith-'));
  if (sent.length === 0) return undefined;
  const known = SETTINGS.map(headerOf);
  for (const name of sent) {
    if (known.some((one) => one.toLowerCase() === name)) continue;
    throw new KithError('BadRequest', `There is no header ${name}${suggestion(name, known, '.')}`, {
      hint: `The headers are ${known.join(', ')}.`,
      details: { fields: { [name]: 'unknown header' } },
    });
  }
  return readFilter((setting) => [headerOf(setting), headers.get(headerOf(setting)) ?? undefined]);
}

/** Applies a filter. It can only disable tools. */
export function narrow(enabled: EnabledTools, filter: ToolFilter): EnabledTools {
  const tools = enabled.tools.flatMap((tool) => choose(tool, filter) ?? []);
  const shortened = tools.some((tool) => tool !== everything.tools.find(({ name }) => name === tool.name));
  // The core toolset shortens the list. It leaves all other operations within reach of the catalogue tools.
  const all = filter.toolsets?.includes('core') ? { ...filter, toolsets: undefined, tools: undefined } : filter;
  const reachable = enabled.reachable.filter((tool) => choose(tool, all));
  const catalogue = catalogueMode(enabled, filter, reachable.length > tools.length);
  return { tools, reachable: hasCatalogue(catalogue) ? reachable : tools, catalogue, shortened };
}

function catalogueMode({ catalogue }: EnabledTools, filter: ToolFilter, hasMore: boolean): CatalogueMode {
  if (catalogue === 'only' || catalogue === 'never') return catalogue;
  if (filter.catalogue !== undefined) return filter.catalogue ? 'only' : 'never';
  return hasMore && (catalogue === 'beside' || filter.toolsets?.includes('core')) ? 'beside' : 'no';
}

/** The tools of a process with these flags and settings. */
export const enabledToolsOf = (flags?: FilterFlags, settings?: FilterSettings): EnabledTools =>
  narrow(everything, filterOfProcess(flags, settings));

function choose(tool: Tool, { toolsets, tools, exclude, readOnly }: ToolFilter): Tool | undefined {
  const { name, annotations } = tool;
  if (exclude.includes(name) || (readOnly && !annotations.readOnlyHint)) return undefined;
  if (tools?.includes(name) || toolsets?.includes(ALL) || (!toolsets && !tools)) return tool;
  const text = toolDefinitions[name as keyof typeof toolDefinitions];
  const through = text.toolsets.filter((toolset) => toolsets?.includes(toolset));
  if (through.length === 0) return undefined;
  return through.every((toolset) => toolset === 'core') ? withCommonArguments(tool, text) : tool;
}

/** The tool with only the arguments that most calls need. The core toolset is for clients with small limits. */
export function withCommonArguments(tool: Tool, { everyday }: ToolDefinition): Tool {
  if (!everyday) return tool;
  const shown = [...everyday, ...Object.keys(EXTRA_ARGUMENTS)];
  const properties = Object.entries(tool.inputSchema.properties as object).filter(([name]) => shown.includes(name));
  return { ...tool, inputSchema: { ...tool.inputSchema, properties: Object.fromEntries(properties) } };
}

/** `source` returns the name and value of a setting as the user gave it, for error messages. */
function readFilter(source: (setting: Setting) => [string, string | undefined]): ToolFilter {
  const names = (setting: Setting, known: readonly string[], kind: string) => {
    const [place, value] = source(setting);
    const given = value?.split(',').flatMap((name) => name.trim() || []);
    return given?.length ? given.map((name) => checkName(name, place, known, kind)) : undefined;
  };
  const all = everything.tools.map(({ name }) => name);
  const tools = (setting: Setting) => names(setting, all, 'tool');
  return {
    toolsets: names('toolsets', [...TOOLSETS, ALL], 'toolset') as ToolFilter['toolsets'],
    tools: tools('tools'),
    exclude: tools('exclude-tools') ?? [],
    readOnly: readSwitch(...source('read-only')),
    catalogue: source('catalogue')[1]?.trim() ? readSwitch(...source('catalogue')) : undefined,
  };
}

function checkName(name: string, place: string, known: readonly string[], kind: string): string {
  if (known.includes(name)) return name;
  throw new KithError('BadRequest', `${place}: there is no ${kind} ${name}${suggestion(name, known, '.')}`, {
    hint: kind === 'toolset' ? `The toolsets are ${TOOLSETS.join(', ')}, and ${ALL}.` : 'kith tools lists the tools.',
    details: { fields: { [place]: `unknown ${kind} ${name}` } },
  });
}

function readSwitch(place: string, value: string | undefined): boolean {
  const said = (value ?? '').trim().toLowerCase();
  if (['1', 'true', 'yes', 'on'].includes(said)) return true;
  if (['', '0', 'false', 'no', 'off'].includes(said)) return false;
  throw new KithError('BadRequest', `${place} must be true or false, not ${value}.`, {
    details: { fields: { [place]: 'must be true or false' } },
  });
}
