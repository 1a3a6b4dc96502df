import { KithError } from '../contract/error.ts';
import { pause } from '../shared/http/wait.ts';
import type { Frame, PageContext } from './frame.ts';
import { TROUBLES } from './pages/trouble.tsx';
import { formOf } from './read-body.ts';
import { seeOther } from './routes/answers.ts';
import type { SignedIn } from './services.ts';

/** As much as the API takes: a note may be long. */
const MOST_BYTES = 5 * 1024 * 1024;

/** What a form sent, beside who sent it. */
export interface Sent extends SignedIn {
  context: PageContext;
  fields: URLSearchParams;
  /** Of the form: sent twice, it takes effect once. */
  once: { idempotencyKey: string };
}

/** Pages and forms for who is signed in; others sign in first, and what they sent is not done. */
export function forPerson({ refuse }: Frame) {
  async function page(context: PageContext, answer: (viewer: SignedIn) => Promise<Response>): Promise<Response> {
    const signedIn = await context.var.signedIn();
    if (signedIn) return answer(signedIn);
    if (context.req.method !== 'GET') return refuse(context, 401, TROUBLES.signedOut);
    const { pathname, search } = new URL(context.req.url);
    return seeOther(`/sign-in?${new URLSearchParams({ to: pathname + search })}`);
  }

  const form = (context: PageContext, answer: (sent: Sent) => Promise<Response>): Promise<Response> =>
    page(context, async (viewer) => {
      const fields = await formOf(context.req.raw, MOST_BYTES);
      if (!fields) return refuse(context, 413, TROUBLES.tooLarge);
      const once = { idempotencyKey: fields.get('key') ?? '' };
      return afterTheFirst(() => answer({ ...viewer, context, fields, once }));
    });

  return { page, form };
}

const MOST_WAITS = 50;
const WAIT_MS = 100;

/** A second click that meets the first one at work waits for it, and gets the same answer. */
async function afterTheFirst(answer: () => Promise<Response>): Promise<Response> {
  for (let waits = 0; ; waits++) {
    try {
      return await answer();
    } catch (error) {
      const isAtWork = error instanceof KithError && error.code === 'idempotency_in_progress';
      if (!isAtWork || waits === MOST_WAITS) throw error;
      await pause(WAIT_MS, []);
    }
  }
}
