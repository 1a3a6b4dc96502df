import type { Operation } from './schema/operation.ts';

/** What a person lets a host do, each part by itself. Every grant has the first. */
export const SCOPES = ['kith:read', 'kith:write', 'kith:delete', 'kith:agenda'] as const;

export type Scope = (typeof SCOPES)[number];

/** The scopes a call of an operation needs, all of them: what it writes it also shows (docs/sign-in.md#scopes). */
export function scopesFor({ effect, atProvider }: Pick<Operation, 'effect' | 'atProvider'>): Scope[] {
  const write = { read: [], create: ['kith:write'], update: ['kith:write'], delete: ['kith:delete'] } as const;
  return ['kith:read', ...write[effect], ...(atProvider ? (['kith:agenda'] as const) : [])];
}

/** The scopes of a token's text that are known here. */
export const scopesIn = (text: string): Scope[] => SCOPES.filter((scope) => text.split(' ').includes(scope));
