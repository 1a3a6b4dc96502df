import { KithError } from '../../shared/error.ts';
import { pause } from '../../shared/http/wait.ts';
import { keptPage } from '../pages/errors/unsaved-form.tsx';
import type { SignedIn } from '../services/services.ts';
import { UNSAVED } from '../words/errors.ts';
import { seeOther } from './answers.ts';
import type { Frame, PageContext } from './frame.ts';
import { isInBackground } from './in-background.ts';
import { type FormLimits, formOf, SHORT_FORM } from './read-body.ts';

/** Limits of a form that is returned to a browser after its session. */
const FORMER_USER_LIMITS: FormLimits = { bytes: 1024 * 1024, fields: 10_000 };
/** Limits of a form that is returned without a session: long text, which costs almost nothing. */
const STRANGER_LIMITS: FormLimits = { ...SHORT_FORM, bytes: 64 * 1024 };

/** Escaping makes a URL up to three times longer, and browsers send none longer than that. */
const MAX_SEARCH = 8_000;

const SIGNED_OUT = { ...UNSAVED.signedOut, next: { href: '/sign-in', text: UNSAVED.signedOut.next } };
const TOO_LARGE_TO_KEEP = { title: UNSAVED.signedOutShort, text: UNSAVED.tooLargeToKeep };
const { deleted: GONE } = UNSAVED;

/** A sent form and its sender. */
export interface Sent extends SignedIn {
  context: PageContext;
  fields: URLSearchParams;
  /** The form’s idempotency key: a form that is sent twice takes effect once. */
  once: { idempotencyKey: string };
}

/** Pages and forms for signed-in users. Others sign in first; a form that they sent is returned to them, not saved. */
export function forPerson({ refuse, show, services }: Frame, limits: FormLimits = SHORT_FORM) {
  async function page(context: PageContext, answer: (viewer: SignedIn) => Promise<Response>): Promise<Response> {
    const signedIn = await context.var.signedIn();
    if (signedIn) return answer(signedIn);
    if (isInBackground(context.req.raw)) return refuse(context, 401, SIGNED_OUT);
    const { pathname, search } = new URL(context.req.url);
    const to = search.length > MAX_SEARCH ? pathname : pathname + search;
    return seeOther(`/sign-in?${new URLSearchParams({ to })}`);
  }

  async function form(context: PageContext, answer: (sent: Sent) => Promise<Response>): Promise<Response> {
    const signedIn = await context.var.signedIn();
    if (!signedIn) return signedOut(context);
    const fields = await formOf(context.req.raw, limits);
    const sent = { action: new URL(context.req.url).pathname, fields };
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

  /** Returns the typed fields. A script's page stays open, so nothing is read or returned for a script. */
  async function signedOut(context: PageContext): Promise<Response> {
    const request = context.req.raw;
    if (isInBackground(request)) return refuse(context, 401, SIGNED_OUT);
    const kept = services.hadSession(request) ? FORMER_USER_LIMITS : STRANGER_LIMITS;
    const bounds = { bytes: Math.min(limits.bytes, kept.bytes), fields: Math.min(limits.fields, kept.fields) };
    try {
      const sent = { action: new URL(context.req.url).pathname, fields: await formOf(request, bounds) };
      return show(keptPage({ ...SIGNED_OUT, ...sent }), { status: 401 });
    } catch (error) {
      if (!(error instanceof KithError) || error.status !== 413) throw error;
      return refuse(context, 413, TOO_LARGE_TO_KEEP);
    }
  }

  return { page, form };
}

const MOST_WAITS = 50;
const WAIT_MS = 100;

/** A second click waits for the first one and gets the same response. */
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
