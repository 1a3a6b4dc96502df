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
      return answer({ ...viewer, context, fields, once: { idempotencyKey: fields.get('key') ?? '' } });
    });

  return { page, form };
}
