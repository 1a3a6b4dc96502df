import { inputRequired, type Server, type ServerContext } from '@modelcontextprotocol/server';
import { isRecord } from '../../shared/records.ts';
import { type ConfirmationAnswer, type PersonPrompt, QuestionPending } from './confirmation.ts';
import type { QuestionLog } from './question-log.ts';

/** How long a client of the 2025 protocols may take to answer. */
const ANSWER_TIMEOUT_MS = 600_000;

/** Returns how to ask the person through the client; undefined if the client cannot ask. */
export function personPrompt(
  server: Server,
  context: ServerContext,
  { era, questions, userId }: { era: 'legacy' | 'modern'; questions: QuestionLog; userId: string },
): PersonPrompt | undefined {
  if (!canAsk(server, context)) return undefined;
  const { mcpReq } = context;
  const given = mcpReq.inputResponses?.confirm;
  return {
    answer: given === undefined ? undefined : answerIn(given),
    questions,
    userId,
    async put(question) {
      if (era === 'modern') throw new QuestionPending(question);
      const { method, params } = confirmQuestion(question);
      const options = { timeout: ANSWER_TIMEOUT_MS, signal: mcpReq.signal };
      // If the client fails here, the person saw no question.
      return mcpReq
        .send({ method, params: { mode: 'form', ...params } } as never, options)
        .then(answerIn, () => 'unseen');
    },
  };
}

/** Whether the client can show a form. Some clients can only open URLs. */
function canAsk(server: Server, context: ServerContext): boolean {
  const envelope = context.mcpReq.envelope as Record<string, unknown> | undefined;
  const capabilities = envelope?.['io.modelcontextprotocol/clientCapabilities'] ?? server.getClientCapabilities();
  const elicitation = isRecord(capabilities) ? capabilities.elicitation : undefined;
  return isRecord(elicitation) && (!!elicitation.form || !elicitation.url);
}

export const confirmQuestion = (message: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: { confirm: { type: 'boolean', title: 'Yes, do it' } },
      required: ['confirm'],
    },
  });

/** Reads the client's answer. Only an explicit yes counts as a yes, and only declining as a no. */
function answerIn(result: unknown): ConfirmationAnswer {
  const { action, content } = isRecord(result) ? result : {};
  const confirm = isRecord(content) ? content.confirm : undefined;
  if (action === 'accept' && confirm === true) return 'yes';
  if (action === 'decline') return 'no';
  return action === 'accept' && confirm === false ? 'unticked' : 'unseen';
}
