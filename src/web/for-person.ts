import { KithError } from '../contract/error.ts';
import { pause } from '../shared/http/wait.ts';
import type { Frame, PageContext } from './frame.ts';
import { isInBackground } from './in-background.ts';
import { keptPage } from './pages/kept.tsx';
import { TROUBLES } from './pages/trouble.tsx';
import { formOf } from './read-body.ts';
import { seeOther } from './routes/answers.ts';
import type { SignedIn } from './services.ts';

/** As much as the API takes: a note may be long. */
const MOST_BYTES = 5 * 1024 * 1024;
/** What is given back to those who are not signed in. */
const MOST_OF_STRANGERS = 1024 * 1024;

const SIGNED_OUT = {
  title: 'You are signed out',
  text: 'Your session is over, so nothing was done, and nothing is lost. Sign in in another window, then come back here and send it again.',
  next: { href: '/sign-in', text: 'Sign in, in a new window' },
};

const GONE = {
  title: 'It is not there any more',
  text: 'What this belongs to was deleted meanwhile, so nothing was done. You may find it in the trash.',
  next: 'Look, in a new window',
};

/** What a form sent, beside who sent it. */
export interface Sent extends SignedIn {
  context: PageContext;
  fields: URLSearchParams;
  /** Of the form: sent twice, it takes effect once. */
  once: { idempotencyKey: string };
}

/**
 * Pages and forms for who is signed in; others sign in first. What they sent is not done, and what they typed is given
 * back to them.
 */
export function forPerson({ refuse, show }: Frame) {
  async function page(context: PageContext, answer: (viewer: SignedIn) => Promise<Response>): Promise<Response> {
    const signedIn = await context.var.signedIn();
    if (signedIn) return answer(signedIn);
    if (isInBackground(context.req.raw)) return refuse(context, 401, SIGNED_OUT);
    const { pathname, search } = new URL(context.req.url);
    return seeOther(`/sign-in?${new URLSearchParams({ to: pathname + search })}`);
  }

  async function form(context: PageContext, answer: (sent: Sent) => Promise<Response>): Promise<Response> {
    const signedIn = await context.var.signedIn();
    const fields = await formOf(context.req.raw, signedIn ? MOST_BYTES : MOST_OF_STRANGERS);
    if (!fields) return refuse(context, 413, TROUBLES.tooLarge);
    const sent = { action: new URL(context.req.url).pathname, fields };
    if (!signedIn && isInBackground(context.req.raw)) return refuse(context, 401, SIGNED_OUT);
    if (!signedIn) return show(keptPage({ ...SIGNED_OUT, ...sent }), { status: 401 });
    try {
      const once = { idempotencyKey: fields.get('key') ?? '' };
      return await afterTheFirst(() => answer({ ...signedIn, context, fields, once }));
    } catch (error) {
      if (!(error instanceof KithError) || error.status !== 404) throw error;
      if (isInBackground(context.req.raw)) throw error;
      const next = { href: sent.action.split('/').slice(0, 3).join('/'), text: GONE.next };
      return show(keptPage({ ...GONE, next, ...sent }), { status: 404 });
    }
  }

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
