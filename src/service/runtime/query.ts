import { badRequest } from '../../shared/error.ts';

// Depth of the deepest filter: where, three levels of or, a custom field, and its list of values.
const MAXIMUM_DEPTH = 12;
const MAXIMUM_PARAMETERS = 1_000;

type Tree = { [key: string]: unknown };

/**
 * Parses a query string into nested values: `include[contact_emails]=true` becomes an object, a repeated name becomes a
 * list (docs/api/requests.md#objects-in-a-query). Leaves are strings; the schema determines their types. Throws 400 for
 * too many parameters, too deep nesting, and conflicting values.
 */
export function parseQuery(parameters: URLSearchParams): Tree {
  const root: Tree = Object.create(null);
  let count = 0;
  for (const [name, value] of parameters) {
    if (++count > MAXIMUM_PARAMETERS) throw badRequest({ query: `has more than ${MAXIMUM_PARAMETERS} parameters` });
    place(root, keysOf(name), value);
  }
  return root;
}

/** The keys of `a[b][c]`. Any other name is returned as one key, which validation refuses. */
function keysOf(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])+)$/.exec(name);
  if (!match) return [name];
  const inner = [...match[2]!.matchAll(/\[([^[\]]*)\]/g)].map(([, key]) => key!);
  if (inner.length > MAXIMUM_DEPTH) throw badRequest({ [match[1]!]: 'is nested too deeply' });
  return [match[1]!, ...inner];
}

function place(root: Tree, keys: string[], value: string): void {
  // `ids[]=a` means the same as `ids=a`.
  const path = keys.at(-1) === '' ? keys.slice(0, -1) : keys;
  let node = root;
  for (const key of path.slice(0, -1)) {
    node[key] ??= Object.create(null);
    if (typeof node[key] !== 'object' || Array.isArray(node[key]))
      throw badRequest({ [keys[0]!]: 'has both a value and an object' });
    node = node[key] as Tree;
  }
  const last = path.at(-1)!;
  const known = node[last];
  if (known === undefined) node[last] = value;
  else if (Array.isArray(known)) known.push(value);
  else node[last] = [known, value];
}
