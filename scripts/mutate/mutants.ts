import { parseSync } from '@swc/core';

/** One small change to a source file. Offsets count the file's bytes. */
export interface Mutant {
  start: number;
  end: number;
  line: number;
  column: number;
  was: string;
  becomes: string;
}

interface Node {
  type: string;
  span: { start: number; end: number };
  [field: string]: unknown;
}

const SYNTAX = { syntax: 'typescript', target: 'es2022' } as const;

type Change = Pick<Mutant, 'start' | 'end' | 'becomes'>;

const OPERATORS: Record<string, string> = {
  ...{ '===': '!==', '!==': '===', '<': '<=', '<=': '<', '>': '>=', '>=': '>' },
  ...{ '&&': '||', '||': '&&', '??': '&&', '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' },
};
const METHODS = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
]);

/** Every mutant of a TypeScript file, in source order. */
export function mutantsOf(source: string): Mutant[] {
  const bytes = Buffer.from(source);
  // The parser's offsets continue from file to file and start at the first token. This semicolon is one at a known
  // offset.
  const module = parseSync(`;${source}`, SYNTAX) as unknown as Node;
  const base = module.span.start + 1;
  const text = ({ start, end }: { start: number; end: number }) => bytes.toString('utf8', start, end);
  const changes: Change[] = [];
  const replace = ({ span }: Node, becomes: string) =>
    changes.push({ start: span.start - base, end: span.end - base, becomes });

  const visitors: Record<string, (node: Node) => void> = {
    BinaryExpression({ operator, left, right }) {
      const becomes = OPERATORS[operator as string];
      const gap = { start: (left as Node).span.end - base, end: (right as Node).span.start - base };
      const at = text(gap).indexOf(operator as string);
      if (becomes === undefined || at < 0) return;
      const start = gap.start + Buffer.byteLength(text(gap).slice(0, at));
      changes.push({ start, end: start + (operator as string).length, becomes });
      for (const side of [left, right] as Node[])
        if (side.type === 'StringLiteral') replace(side, side.value === '' ? "'mutant'" : "''");
    },
    UnaryExpression(node) {
      if (node.operator === '!') replace(node, text(placeOf(node.argument as Node)));
    },
    BooleanLiteral: (node) => replace(node, String(!node.value)),
    NumericLiteral: (node) => replace(node, String(Number(node.value) + 1)),
    IfStatement: ({ test }) => bothWays(test as Node),
    ConditionalExpression: ({ test }) => bothWays(test as Node),
    WhileStatement: ({ test }) => replace(test as Node, 'false'),
    SwitchCase({ test }) {
      if ((test as Node | null)?.type === 'StringLiteral') replace(test as Node, "''");
    },
    MemberExpression({ property }) {
      const { type, value } = property as Node;
      const becomes = type === 'Identifier' ? METHODS.get(value as string) : undefined;
      if (becomes) replace(property as Node, becomes);
    },
    ExpressionStatement(node) {
      if (['CallExpression', 'AwaitExpression'].includes((node.expression as Node).type)) replace(node, ';');
    },
  };
  const placeOf = ({ span }: Node) => ({ start: span.start - base, end: span.end - base });
  const bothWays = (test: Node) => {
    if (test.type === 'BooleanLiteral') return;
    replace(test, 'true');
    replace(test, 'false');
  };

  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    // Types have no effect at run time, but the expressions that they annotate do.
    if (node.type?.startsWith('Ts')) {
      visit(node.expression);
      return;
    }
    if (node.type === 'ImportDeclaration') return;
    visitors[node.type]?.(node);
    for (const [field, child] of Object.entries(node)) if (field !== 'span') visit(child);
  };
  visit(module.body);

  return changes
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .map((change) => {
      const before = text({ start: 0, end: change.start }).split('\n');
      return { ...change, line: before.length, column: before.at(-1)!.length + 1, was: text(change) };
    })
    .filter((mutant) => mutant.was !== mutant.becomes && isReadable(applied(source, mutant)));
}

/** `a ?? b ?? c` with one operator changed is invalid TypeScript. */
function isReadable(source: string): boolean {
  try {
    parseSync(source, SYNTAX);
    return true;
  } catch {
    return false;
  }
}

/** The source with the mutant applied. */
export function applied(source: string, { start, end, becomes }: Mutant): string {
  const bytes = Buffer.from(source);
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(becomes), bytes.subarray(end)]).toString('utf8');
}
