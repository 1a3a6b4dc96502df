import type { Operation } from '../../contract/schema/operation.ts';
import { badRequest } from '../../shared/error.ts';

// Arguments that a tool takes beside those of its operation (docs/api/tools.md). They are the same everywhere, so
// the server's instructions explain them once.

export const EXTRA_ARGUMENTS = {
  idempotency_key: { type: 'string' },
  dry_run: { type: 'boolean' },
  confirm: { type: 'boolean', description: 'true once the person said yes in the chat' },
};

type Extra = keyof typeof EXTRA_ARGUMENTS;

/** The extra arguments of a tool: writes take them, but a provider has no dry run, and `confirm` stands only where a yes is needed. */
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
 * Separates the arguments of a tool call into the operation's own and the extra ones. An extra one that the tool does not
 * take stays with the others, to be refused with them. Throws a 400 for a value that an extra argument cannot have.
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

/** A blank key counts as absent; the client checks the form of any other. */
function readKey(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') throw badRequest({ idempotency_key: 'must be a UUID' });
  return value;
}

/** Neither a dry run nor a yes may depend on a guess. */
function readFlag(name: string, value: unknown): boolean {
  if (value === true || value === 'true') return true;
  if (value === undefined || value === null || value === false || value === 'false' || value === '') return false;
  throw badRequest({ [name]: 'must be true or false' });
}
