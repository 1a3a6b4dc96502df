// Arguments that a tool takes beside those of its operation (mcp-surface, Tools). They are the same everywhere, so
// the server's instructions explain them once.

export const writeArguments = (rehearsable: boolean) => ({
  idempotency_key: { type: 'string' },
  ...(rehearsable && { dry_run: { type: 'boolean' } }),
});

export const confirmArgument = { confirm: { type: 'boolean' } };

export interface ExtraArguments {
  idempotencyKey: string | undefined;
  dryRun: boolean;
  confirm: boolean;
}

/** Parts the arguments of a tool call into the operation's own and ours. */
export function takeExtraArguments(args: Record<string, unknown>): {
  own: Record<string, unknown>;
  extra: ExtraArguments;
} {
  const { idempotency_key, dry_run, confirm, ...own } = args;
  const yes = (value: unknown) => value === true || value === 'true';
  return {
    own,
    extra: {
      idempotencyKey: typeof idempotency_key === 'string' ? idempotency_key : undefined,
      dryRun: yes(dry_run),
      confirm: yes(confirm),
    },
  };
}
