import type { Operation } from '../../contract/schema/operation.ts';
import { badRequest } from '../../shared/error.ts';

// Arguments of a tool in addition to those of its operation (docs/api/tools.md). They are the same for all tools, so the
// server's instructions explain them once.

export const EXTRA_ARGUMENTS = {
  idempotency_key: { type: 'string', description: 'retry UUID' },
  dry_run: { type: 'boolean', description: 'preview' },
  confirm: { type: 'boolean', description: 'true if the person asked for it or said yes' },
};

type Extra = keyof typeof EXTRA_ARGUMENTS;

/** The extra arguments of a tool. Provider writes have no dry run, and only writes that need a confirmation take `confirm`. */
export function extrasOf({ effect, atProvider }: Operation, confirm: boolean): Extra[] {
  if (effect === 'read') return [];
  return ['idempotency_key', ...(atProvider ? [] : ['dry_run' as const]), ...(confirm ? ['confirm' as const] : [])];
}

export interface ExtraArguments {
  idempotencyKey: string | undefined;
  dryRun: boolean;
  confirm: boolean;
}

const NONE: ExtraArguments = { idempotencyKey: undefined, dryRun: false, confirm: false };

/**
 * Splits the arguments of a tool call into the operation's own and the extra ones. Unsupported extra arguments stay with
 * the operation's own and are rejected with them. Throws a 400 for an invalid value of an extra argument.
 */
export function takeExtraArguments(
  takes: Extra[],
  args: Record<string, unknown>,
): { own: Record<string, unknown>; extra: ExtraArguments } {
  if (takes.length === 0) return { own: args, extra: NONE };
  const entries = Object.entries(args);
  const isOurs = ([name]: [string, unknown]) => takes.includes(name as Extra);
  const ours = Object.fromEntries(entries.filter(isOurs));
  return {
    own: Object.fromEntries(entries.filter((entry) => !isOurs(entry))),
    extra: {
      idempotencyKey: readKey(ours.idempotency_key),
      dryRun: readFlag('dry_run', ours.dry_run),
      confirm: readFlag('confirm', ours.confirm),
    },
  };
}

/** A blank key counts as absent. The client validates any other. */
function readKey(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') throw badRequest({ idempotency_key: 'must be a UUID' });
  return value;
}

/** Rejects unclear values: a dry run or a confirmation must not depend on a guess. */
function readFlag(name: string, value: unknown): boolean {
  if (value === true || value === 'true') return true;
  if (value === undefined || value === null || value === false || value === 'false' || value === '') return false;
  throw badRequest({ [name]: 'must be true or false' });
}
