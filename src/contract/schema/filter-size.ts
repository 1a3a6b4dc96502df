import { badRequest } from '../../shared/error.ts';
import { BOUNDS } from './limits.ts';

/** Size of a filter, including all its alternatives. */
export interface FilterSize {
  conditions: number;
  ids: number;
}

/** Measures an unvalidated `where`. A malformed part counts as one condition. */
export function sizeOfFilter(where: unknown): FilterSize {
  const size = { conditions: 0, ids: 0 };
  add(where, size);
  return size;
}

const MANY: Record<string, (value: unknown, size: FilterSize) => void> = {
  or: (value, size) => listIn(value).forEach((other) => void add(other, size)),
  in: addIds,
  not_in: addIds,
  tags: addAssociations,
  groups: addAssociations,
  custom_fields: (value, size) => {
    for (const entry of listIn(value))
      size.conditions += Math.max(1, listIn((entry as { value?: unknown } | null)?.value).length);
  },
};

function add(where: unknown, size: FilterSize): void {
  // An alternative without conditions also takes time.
  size.conditions++;
  if (typeof where !== 'object' || where === null) return;
  for (const [key, value] of Object.entries(where)) {
    if (Object.hasOwn(MANY, key)) MANY[key]!(value, size);
    else size.conditions++;
  }
}

function addIds(value: unknown, size: FilterSize): void {
  size.conditions++;
  size.ids += listIn(value).length;
}

function addAssociations(value: unknown, size: FilterSize): void {
  const { any, all, none } = (value ?? {}) as Record<string, unknown>;
  addIds(any, size);
  addIds(all, size);
  addIds(none, size);
}

const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Throws a 400 for a filter with more conditions or ids than a request may have. `name` is its wire format path. */
export function refuseLargeFilter(name: string, where: unknown): void {
  const { conditions, ids } = sizeOfFilter(where);
  const hint = 'Split the filter across several requests.';
  if (conditions > BOUNDS.filterConditions)
    throw badRequest(
      { [name]: `has more than ${BOUNDS.filterConditions} conditions, including its alternatives` },
      hint,
    );
  if (ids > BOUNDS.filterIds) throw badRequest({ [name]: `has more than ${BOUNDS.filterIds} ids in its lists` }, hint);
}
