// Questions to the person, to recognize those without an answer. Some clients declare elicitation but never show a question. For
// them, `confirm: true` counts after a question for the same call went unanswered (docs/security.md).

/** A question that is still open after this time counts as unanswered. */
const ANSWER_MS = 60_000;
const KEPT_MS = 10 * 60_000;
const MAX_QUESTIONS = 1_000;

export interface QuestionLog {
  /** Records a question for a call. */
  put(call: string): void;
  /** Records that nobody answered the question. */
  fail(call: string): void;
  /** Removes a question that was answered or whose call is done. */
  settle(call: string): void;
  /** Whether the last question for this call went unanswered. */
  isUnanswered(call: string): boolean;
}

export function questionLog(now: () => number = Date.now): QuestionLog {
  const questions = new Map<string, { putAt: number; failed: boolean }>();
  const record = (call: string, failed: boolean) => {
    questions.delete(call);
    const [oldest] = questions.keys();
    if (questions.size >= MAX_QUESTIONS) questions.delete(oldest!);
    questions.set(call, { putAt: now(), failed });
  };
  return {
    put: (call) => record(call, false),
    fail: (call) => record(call, true),
    settle: (call) => void questions.delete(call),
    isUnanswered(call) {
      const question = questions.get(call);
      if (!question) return false;
      const age = now() - question.putAt;
      return age < KEPT_MS && (question.failed || age >= ANSWER_MS);
    },
  };
}
