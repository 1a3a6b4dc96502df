import { parse } from 'libpg-query';

// A block is one select, insert, update, or delete, even inside another statement. A database that distributes users
// over several servers uses only the block's own conditions: it cannot know that an inner block is about the same user
// as the outer one.

type Json = Record<string, unknown>;

/** Users' tables that a block reads or changes without `user_id = $n`, under their names in the statement. */
export async function tablesWithoutUser(statement: string, tables: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  walk(await parse(statement), { tables: new Set(tables), found });
  return found;
}

interface Search {
  tables: ReadonlySet<string>;
  found: string[];
}

function walk(node: unknown, search: Search): void {
  if (Array.isArray(node)) for (const one of node) walk(one, search);
  if (!isObject(node) || Array.isArray(node)) return;
  for (const [kind, inner] of Object.entries(node)) {
    if (kind.endsWith('Stmt') && isObject(inner)) checkBlock(kind, inner, search);
    walk(inner, search);
  }
}

function checkBlock(kind: string, block: Json, search: Search): void {
  // The sides of a union are blocks without their own kind.
  for (const side of [block.larg, block.rarg]) if (isObject(side)) checkBlock('SelectStmt', side, search);
  if (kind === 'InsertStmt') {
    const columns = arrayOf(block.cols).map((column) => at(column, 'ResTarget', 'name'));
    const table = String(at(block.relation, 'relname'));
    if (search.tables.has(table) && !columns.includes('user_id')) search.found.push(table);
    return;
  }
  const changed = block.relation ? [{ RangeVar: block.relation }] : [];
  const from = [...changed, ...arrayOf(block.fromClause), ...arrayOf(block.usingClause)];
  const names = from.flatMap(tablesIn).filter(({ table }) => search.tables.has(table));
  const told = usersTold([block.whereClause, ...from], names.length === 1 ? names[0]!.name : '');
  for (const { table, name } of names)
    if (!told.has(name)) search.found.push(name === table ? name : `${table} as ${name}`);
}

/** The tables of one `from` entry, by alias. */
function tablesIn(entry: unknown): { table: string; name: string }[] {
  const join = at(entry, 'JoinExpr');
  if (join) return [...tablesIn(at(join, 'larg')), ...tablesIn(at(join, 'rarg'))];
  const table = at(entry, 'RangeVar', 'relname');
  if (!table) return [];
  return [{ table: String(table), name: String(at(entry, 'RangeVar', 'alias', 'aliasname') ?? table) }];
}

/** Tables whose user a block specifies: as a parameter, or through another table whose user is specified. */
function usersTold(conditions: unknown[], onlyTable: string): Set<string> {
  const told = new Set<string>();
  const equal: [string, string][] = [];
  for (const condition of conditions.flatMap(conjuncts)) {
    if (at(condition, 'name', 0, 'String', 'sval') !== '=' || at(condition, 'kind') !== 'AEXPR_OP') continue;
    const sides = [at(condition, 'lexpr'), at(condition, 'rexpr')];
    const [left, right] = sides.map((side) => userColumn(side, onlyTable));
    if (left !== undefined && right !== undefined) equal.push([left, right]);
    const one = left ?? right;
    if (one !== undefined && sides.some(isParameter)) told.add(one);
  }
  for (let before = -1; before < told.size; ) {
    before = told.size;
    for (const [left, right] of equal) if (told.has(left) || told.has(right)) told.add(left).add(right);
  }
  return told;
}

/** Comparisons in a condition or a join that must all be true. */
function conjuncts(condition: unknown): unknown[] {
  const join = at(condition, 'JoinExpr');
  if (join) return [at(join, 'quals'), at(join, 'larg'), at(join, 'rarg')].flatMap(conjuncts);
  if (at(condition, 'BoolExpr', 'boolop') === 'AND_EXPR') {
    return arrayOf(at(condition, 'BoolExpr', 'args')).flatMap(conjuncts);
  }
  const comparison = at(condition, 'A_Expr');
  return comparison ? [comparison] : [];
}

/** The table of this `user_id`, or undefined for anything else. */
function userColumn(side: unknown, onlyTable: string): string | undefined {
  const names = arrayOf(at(side, 'ColumnRef', 'fields')).map((field) => at(field, 'String', 'sval'));
  if (names.at(-1) !== 'user_id') return undefined;
  return names.length > 1 ? String(names.at(-2)) : onlyTable;
}

const isParameter = (side: unknown): boolean => at(at(side, 'TypeCast', 'arg') ?? side, 'ParamRef') !== undefined;

const isObject = (node: unknown): node is Json => typeof node === 'object' && node !== null;
const arrayOf = (node: unknown): unknown[] => (Array.isArray(node) ? node : []);
const at = (node: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), node);
