// Checks the texts of tools that a model reads: purpose, usage, behavior, and parameters. The rules are deterministic, so
// they catch gaps, not bad sentences.

type Schema = { [key: string]: unknown };

export interface ListedTool {
  name: string;
  description: string;
  inputSchema: Schema;
  annotations: { readOnlyHint?: boolean; destructiveHint?: boolean };
}

/** Figures by name, and the problems, each with its tool. */
export interface LintReport {
  figures: [name: string, value: string][];
  faults: string[];
}

const SHORTEST = 60;
/** Minimum share of described parameters. Names of profiles, such as `linkedin`, may explain themselves. */
const COVERAGE = 0.95;
/** How a description says whether a destructive tool can be undone. */
const UNDO = /restore_from_trash|undo_contact_merge|\bUndo: \w+|cannot be undone/i;

export function lintTools(tools: readonly ListedTool[]): LintReport {
  const names = tools.map(({ name }) => name);
  const parameters = tools.flatMap(parametersOf);
  const [flat, nested] = [parameters.filter(({ depth }) => depth === 0), parameters.filter(({ depth }) => depth > 0)];
  const described = flat.filter(({ description }) => description !== undefined);
  const faults = [
    ...tools.flatMap((tool) => faultsOf(tool, names).map((fault) => `${tool.name}: ${fault}`)),
    ...flat.filter(repeatsName).map(({ tool, name }) => `${tool}: the description of ${name} repeats its name`),
    ...duplicates(tools).map((list) => `${list.join(' and ')} have the same description`),
    ...(described.length < COVERAGE * flat.length ? [`parameters: only ${share(described, flat)} are described`] : []),
  ];
  const lengths = tools.map(({ description }) => description.length).sort((a, b) => a - b);
  const destructive = tools.filter(({ annotations }) => annotations.destructiveHint);
  return {
    figures: [
      ['tools', `${tools.length}`],
      ['description, shortest, median, longest', [0, lengths.length >> 1, -1].map((at) => lengths.at(at)).join(', ')],
      [
        'name another tool',
        share(
          tools.filter(({ name, description }) => named(description, name, names)),
          tools,
        ),
      ],
      ['destructive tools that say how to undo', share(destructive.filter(saysUndo), destructive)],
      ['described parameters', share(described, flat)],
      [
        'described nested fields',
        share(
          nested.filter(({ description }) => description !== undefined),
          nested,
        ),
      ],
      ['parameters with examples', `${parameters.filter(({ examples }) => examples).length}`],
    ],
    faults,
  };
}

function faultsOf(tool: ListedTool, names: readonly string[]): string[] {
  const { name, description, annotations } = tool;
  const twin = name.replace(/_v1$/, '');
  const rules: [isMet: boolean, fault: string][] = [
    [description.length >= SHORTEST, `has only ${description.length} characters`],
    [/^[A-Z].*\.$/s.test(description) && !/ {2}|\.\./.test(description), 'is not in sentences'],
    [named(description, name, names), 'names no other tool'],
    [
      twin === name || (description.includes(twin) && / but | only /.test(description)),
      `says no difference to ${twin}`,
    ],
    [!annotations.destructiveHint || saysUndo(tool), 'does not say whether it can be undone'],
  ];
  return rules.filter(([isMet]) => !isMet).map(([, fault]) => fault);
}

const saysUndo = ({ description }: ListedTool): boolean => UNDO.test(description);

/** Whether a description names a tool besides its own. `search` is also a word, so it counts only after a colon. */
const named = (description: string, own: string, names: readonly string[]): boolean =>
  (description.match(/\b[a-z]+(?:_[a-z0-9]+)+\b|(?<=: )[a-z]+\b/g) ?? []).some(
    (word) => word !== own && word !== `${own}_v1` && names.includes(word),
  );

interface Parameter {
  tool: string;
  name: string;
  depth: number;
  description: string | undefined;
  examples: unknown;
}

/** All parameters of a tool, with the fields of nested objects. */
function parametersOf({ name: tool, inputSchema }: ListedTool): Parameter[] {
  const within = (schema: Schema, depth: number): Parameter[] => [
    ...Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([name, one]) => [
      { tool, name, depth, description: one.description as string | undefined, examples: one.examples },
      ...within(one, depth + 1),
    ]),
    ...(schema.items ? within(schema.items as Schema, depth + 1) : []),
  ];
  return within(inputSchema, 0);
}

const wordsOf = (text: string): string =>
  (
    text
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]+/g) ?? []
  )
    .filter((word) => !['a', 'an', 'the', 'of', 'this', 'its'].includes(word))
    .sort()
    .join(' ');

const repeatsName = ({ name, description }: Parameter): boolean =>
  description !== undefined && wordsOf(description) === wordsOf(name);

/** Names of tools that share a description. */
function duplicates(tools: readonly ListedTool[]): string[][] {
  const by = new Map<string, string[]>();
  for (const { name, description } of tools) by.set(description, [...(by.get(description) ?? []), name]);
  return [...by.values()].filter((list) => list.length > 1);
}

const share = (some: readonly unknown[], all: readonly unknown[]): string =>
  `${some.length} of ${all.length} (${((100 * some.length) / Math.max(1, all.length)).toFixed(1)}%)`;
