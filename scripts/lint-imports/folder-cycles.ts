import { dirname } from 'node:path/posix';

/** A file and its imports, as paths from the project's folder. */
export interface ImportingFile {
  source: string;
  imports: readonly string[];
}

interface Edge {
  from: string;
  to: string;
  /** One import that causes the edge. */
  example: string;
}

/**
 * Describes each cycle of imports between folders: between the files' own folders, and between sibling folders, each
 * with everything below it.
 */
export function folderCycles(files: readonly ImportingFile[]): string[] {
  const imports = files.flatMap(({ source, imports }) => imports.map((target) => [source, target] as const));
  const parents = new Set(files.flatMap(({ source }) => ancestorsOf(source)));
  const levels = [dirname, ...[...parents].map((parent) => (path: string) => childOf(parent, path))];
  const cycles = levels.flatMap((folderOf) => cyclesIn(edgesBetween(imports, folderOf)));
  return [...new Set(cycles)];
}

function ancestorsOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, depth) => parts.slice(0, depth + 1).join('/'));
}

/** The folder directly in `parent` that contains a file, if any. */
function childOf(parent: string, path: string): string | undefined {
  const prefix = `${parent}/`;
  const [name, ...rest] = path.startsWith(prefix) ? path.slice(prefix.length).split('/') : [];
  return rest.length > 0 ? prefix + name : undefined;
}

function edgesBetween(
  imports: readonly (readonly [source: string, target: string])[],
  folderOf: (path: string) => string | undefined,
): Edge[] {
  const edges = new Map<string, Edge>();
  for (const [source, target] of imports) {
    const [from, to] = [folderOf(source), folderOf(target)];
    if (from === undefined || to === undefined || from === to) continue;
    const key = `${from} ${to}`;
    if (!edges.has(key)) edges.set(key, { from, to, example: `${source} imports ${target}` });
  }
  return [...edges.values()];
}

/** The shortest cycle through each edge that is part of one, without repeated cycles. */
function cyclesIn(edges: readonly Edge[]): string[] {
  const cycles = new Map<string, string>();
  for (const edge of edges) {
    const way = shortestWay(edges, edge.to, edge.from);
    if (!way) continue;
    const cycle = [edge, ...way];
    const key = cycle
      .map(({ from }) => from)
      .sort()
      .join(' ');
    const folders = [edge.from, ...cycle.map(({ to }) => to)].join(' -> ');
    if (!cycles.has(key)) cycles.set(key, [folders, ...cycle.map(({ example }) => `    ${example}`)].join('\n'));
  }
  return [...cycles.values()];
}

function shortestWay(edges: readonly Edge[], from: string, to: string): Edge[] | undefined {
  const ways = new Map<string, Edge[]>([[from, []]]);
  for (const [folder, way] of ways) {
    if (folder === to) return way;
    for (const edge of edges) if (edge.from === folder && !ways.has(edge.to)) ways.set(edge.to, [...way, edge]);
  }
  return undefined;
}
