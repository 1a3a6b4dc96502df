import { badRequest } from './error.ts';

const MAXIMUM_NESTING = 100;

/**
 * Throws a 400 for a value that is nested too deeply, under its name. Bounds every walk over the values that comes
 * later: a deeper one would exhaust the stack.
 */
export function refuseDeep(named: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(named)) {
    if (isDeeper(value, MAXIMUM_NESTING))
      throw badRequest({ [name]: `is nested deeper than ${MAXIMUM_NESTING} levels` });
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
