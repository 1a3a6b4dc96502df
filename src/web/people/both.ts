import type { Where } from '../../contract/contact-filter.ts';

/** Two filters as one: contacts must meet both. */
export function both(one: Where, other: Where): Where {
  const { or: alternatives, ...rest } = one;
  const joined: Record<string, unknown> = { ...rest };
  const left: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(other)) {
    if (key === 'or') continue;
    const together = key in joined ? joinedValue(key, joined[key], value) : value;
    if (together === undefined) left[key] = value;
    else joined[key] = together;
  }
  // An `or` of a single alternative must be met, so it has room for a key that is there already.
  const further = [alternatives, other.or, Object.keys(left).length > 0 ? [left as Where] : undefined];
  const or = further.reduce((all, more) => (all && more ? all.map((each) => both(each, { or: more })) : (all ?? more)));
  return { ...(joined as Where), ...(or && { or }) };
}

/** Both values of a key in one; undefined where it has no room for them. */
function joinedValue(key: string, one: unknown, other: unknown): unknown {
  if (JSON.stringify(one) === JSON.stringify(other)) return one;
  if (key === 'custom_fields' && Array.isArray(one) && Array.isArray(other)) return [...one, ...other];
  if (Array.isArray(one) || Array.isArray(other) || !isObject(one) || !isObject(other)) return undefined;
  return Object.keys(other).some((key) => key in one) ? undefined : { ...one, ...other };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
