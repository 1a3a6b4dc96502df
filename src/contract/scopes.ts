import type { Operation } from './schema/operation.ts';

/** OAuth scopes that a user can grant to a connected app. Every grant includes the first. */
export const SCOPES = ['kith:read', 'kith:write', 'kith:delete', 'kith:agenda'] as const;

export type Scope = (typeof SCOPES)[number];

/**
 * Returns all scopes that an operation requires. Writes return data, so they also require read access
 * (docs/sign-in.md#scopes).
 */
export function scopesFor({ effect, atProvider }: Pick<Operation, 'effect' | 'atProvider'>): Scope[] {
  const write = { read: [], create: ['kith:write'], update: ['kith:write'], delete: ['kith:delete'] } as const;
  return ['kith:read', ...write[effect], ...(atProvider ? (['kith:agenda'] as const) : [])];
}

/** Returns the known scopes in a space-separated list. */
export const scopesIn = (text: string): Scope[] => SCOPES.filter((scope) => text.split(' ').includes(scope));
