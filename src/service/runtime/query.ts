import { badRequest } from '../../shared/error.ts';

// The deepest filter: where, three levels of or, a custom field and its list of values.
const MAXIMUM_DEPTH = 12;
const MAXIMUM_PARAMETERS = 1_000;

type Tree = { [key: string]: unknown };

/**
 * A query string as nested values: `include[contact_emails]=true` is an object, a repeated name a list
 * (docs/api/requests.md#objects-in-a-query). Every leaf is still text; the schema says how to read it.
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

/** `a[b][c]` as its keys. A name that is not of that form is one key, for validation to refuse. */
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
      throw badRequest({ [keys[0]!]: 'is given both as a value and as an object' });
    node = node[key] as Tree;
  }
  const last = path.at(-1)!;
  const known = node[last];
  if (known === undefined) node[last] = value;
  else if (Array.isArray(known)) known.push(value);
  else node[last] = [known, value];
}
