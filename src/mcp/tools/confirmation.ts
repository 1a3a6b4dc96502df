import { NAMES_TOLD, type ToolDefinition } from '../../../tools/definition.ts';
import type { CallOptions, CallResult, Client } from '../../client/client.ts';
import { KithError } from '../../contract/error.ts';
import { namesOf } from '../replies/contact-names.ts';
import { sanitize } from '../sanitize.ts';
import type { ExtraArguments } from './extra-arguments.ts';

/** The person's answer to the question; undefined while it has not been put. */
export type Ask = () => boolean | undefined;

/** Thrown when the host must first put a question to the person. */
export class QuestionPending extends Error {
  constructor(readonly question: string) {
    super('a question is pending');
  }
}

interface Confirmable {
  client: Client;
  args: Record<string, unknown>;
  extra: ExtraArguments;
  send(args: Record<string, unknown>, options?: CallOptions): Promise<CallResult<unknown>>;
}

/** Whether the person said yes; false where the host cannot ask. Throws the question while it has not been put. */
export async function agreed(call: Confirmable, definition: ToolDefinition, ask: Ask | undefined): Promise<boolean> {
  if (!ask) return false;
  const { idempotencyKey } = call.extra;
  const said = ask();
  if (said === undefined) {
    const tried = await call.send(call.args, { dryRun: true }).catch(unlessGone);
    const question = tried && (await questionOf(call, definition, tried.data));
    // With nothing left to do there is nothing to ask: a call repeated under its key is answered from its record.
    if (question === undefined) return idempotencyKey !== undefined;
    throw new QuestionPending(question);
  }
  if (!said) {
    throw new KithError('Forbidden', 'The person said no; nothing was changed.', {
      hint: 'Do not call again unless they ask for it.',
    });
  }
  return true;

  /** A repeated call may find that its record is gone because the first one did its work. */
  function unlessGone(error: unknown): undefined {
    if (!idempotencyKey || !(error instanceof KithError) || error.status !== 404) throw error;
  }
}

/** The question for a host that cannot ask, and the names of contacts that the dry run tells by id alone. */
export async function questionBeside(call: Confirmable, definition: ToolDefinition, told: unknown) {
  const question = await questionOf(call, definition, told);
  if (question === undefined) return undefined;
  const ids = definition.confirm?.contactIds?.(told);
  if (!ids) return { question };
  const names = await namesOf(call.client, ids);
  return { question, contacts: [...names].map(([id, full_name]) => ({ id, full_name })) };
}

/** Names the people behind the ids: a person says yes to people. Undefined where the dry run found nothing to do. */
async function questionOf(
  { client, args }: Confirmable,
  { title, confirm }: ToolDefinition,
  told: unknown,
): Promise<string | undefined> {
  const question = await confirm?.question({
    args,
    told,
    read: async (name, args) => (await client.call(name, args)).data,
    async names(ids) {
      const known = await namesOf(client, ids);
      return (some) => nameList(some, known);
    },
    quoted,
  });
  return question && `${title}: ${question}`;
}

/** Sanitized again after the cut, which may leave half a character. */
const quoted = (text: string): string => `"${sanitize(sanitize(text).replace(/\s+/g, ' ').slice(0, 80))}"`;

function nameList(ids: readonly string[], names: Map<string, string>): string {
  const told = ids.slice(0, NAMES_TOLD).map((id) => quoted(names.get(id) ?? 'no name'));
  const more = ids.length - told.length;
  return told.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
