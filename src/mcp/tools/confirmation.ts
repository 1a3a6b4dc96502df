import { createHash } from 'node:crypto';
import { MAX_NAMES_IN_QUESTION, type ToolDefinition } from '../../../tools/definition.ts';
import type { CallOptions, CallResult, Client } from '../../client/client.ts';
import type { Operation } from '../../contract/schema/operation.ts';
import { canonicalJson } from '../../shared/canonical-json.ts';
import { KithError } from '../../shared/error.ts';
import { sanitize } from '../../shared/text/sanitize.ts';
import { shownContactNames } from '../replies/contact-names.ts';
import type { ExtraArguments } from './extra-arguments.ts';
import type { QuestionLog } from './question-log.ts';

/**
 * How a question ended: `unseen` if it was closed, failed, or timed out without an answer, and `unticked` if the form was
 * sent without a yes. Some clients send it when a person only closes it, so it is no refusal, but the person saw it.
 */
export type ConfirmationAnswer = 'yes' | 'no' | 'unseen' | 'unticked';

/** Asks the person through the client. */
export interface PersonPrompt {
  /** The answer in this request; undefined before the question is asked. */
  answer: ConfirmationAnswer | undefined;
  /** Asks the question. Throws QuestionPending if the client sends the answer in another request. */
  put(question: string): Promise<ConfirmationAnswer>;
  questions: QuestionLog;
  userId: string;
}

/** Thrown when the client must first ask the person a question. */
export class QuestionPending extends Error {
  constructor(readonly question: string) {
    super('a question is pending');
  }
}

interface Confirmable {
  client: Client;
  operation: Operation;
  args: Record<string, unknown>;
  extra: ExtraArguments;
  send(args: Record<string, unknown>, options?: CallOptions): Promise<CallResult<unknown>>;
}

/**
 * Whether the person said yes. A client that can ask the person must do so, regardless of `confirm`. `confirm: true` counts if
 * the client cannot ask, or if nobody answered the question for the same call.
 */
export async function isConfirmed(
  call: Confirmable,
  definition: ToolDefinition,
  ask: PersonPrompt | undefined,
): Promise<boolean> {
  if (!ask) return call.extra.confirm;
  const { questions } = ask;
  const id = callId(ask.userId, call);
  if (call.extra.confirm && !ask.answer && questions.isUnanswered(id)) {
    questions.settle(id);
    return true;
  }
  const answer = ask.answer ?? (await askQuestion());
  // If nothing would change, there is nothing to ask. A call repeated with its key is answered from its record.
  if (answer === undefined) return call.extra.idempotencyKey !== undefined;
  if (answer === 'unseen') questions.fail(id);
  else questions.settle(id);
  if (answer === 'no') {
    throw new KithError('Forbidden', 'The person said no; nothing was changed.', {
      hint: 'Do not call again unless they ask for it.',
    });
  }
  return answer === 'yes';

  async function askQuestion(): Promise<ConfirmationAnswer | undefined> {
    const tried = await call.send(call.args, { dryRun: true }).catch(unlessGone);
    const question = tried && (await questionOf(call, definition, tried.data));
    if (question === undefined) return undefined;
    questions.put(id);
    return ask!.put(question);
  }

  /** A repeated call can find its record already deleted by the first one. */
  function unlessGone(error: unknown): undefined {
    if (!call.extra.idempotencyKey || !(error instanceof KithError) || error.status !== 404) throw error;
  }
}

/** The same id for identical calls of one user. */
const callId = (userId: string, { operation, args }: Confirmable): string =>
  createHash('sha256')
    .update(canonicalJson([userId, operation.name, args]))
    .digest('base64');

/** Question for a client that cannot ask, with the names of contacts that the dry run returns only by id. */
export async function questionWithNames(call: Confirmable, definition: ToolDefinition, told: unknown) {
  const question = await questionOf(call, definition, told);
  if (question === undefined) return undefined;
  const ids = definition.confirm?.contactIds?.(told);
  if (!ids) return { question };
  const names = await shownContactNames(call.client, ids);
  return { question, contacts: [...names].map(([id, full_name]) => ({ id, full_name })) };
}

/** Question that names people instead of ids. Undefined if the dry run found nothing to do. */
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
      const known = await shownContactNames(client, ids);
      return (some) => nameList(some, known);
    },
    quoted,
  });
  return question && `${title}: ${question}`;
}

/** Sanitized again after the cut, which may leave half a character. */
const quoted = (text: string): string => `"${sanitize(sanitize(text).replace(/\s+/g, ' ').slice(0, 80))}"`;

function nameList(ids: readonly string[], names: Map<string, string>): string {
  const told = ids.slice(0, MAX_NAMES_IN_QUESTION).map((id) => quoted(names.get(id) ?? 'no name'));
  const more = ids.length - told.length;
  return told.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
