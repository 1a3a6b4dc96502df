import { createHash } from 'node:crypto';
import { answersOnce } from './answered-once.ts';
import { forPerson, type Sent } from './for-person.ts';
import type { Frame, PageContext, Pages } from './frame.ts';
import { freshlySignedIn } from './fresh.ts';
import { TROUBLES } from './pages/trouble.tsx';

const KEY = /^[0-9a-f-]{36}$/i;

/** Nothing is called so, and PostgreSQL refuses to look for it. */
export const hasNul = (context: PageContext): boolean => new URL(context.req.url).pathname.includes('%00');

/** Who goes back in the browser sends something else under the same key. */
const whatWasSent = ({ person, context, fields }: Sent): string =>
  createHash('sha256').update(`${person.id} ${context.req.path}\n${fields}`).digest('base64url');

/** Takes forms whose work is no operation, and does the work of each once; where it must be `fresh`, of who signed in just now. */
export function ownForms(app: Pages, frame: Frame) {
  const { form } = forPerson(frame);
  const once = answersOnce();
  const freshly = freshlySignedIn(frame);
  return (path: string, work: (sent: Sent) => Promise<Response>, { fresh = false } = {}): void => {
    app.post(path, (context) =>
      form(context, (sent) => {
        if (hasNul(context)) return frame.refuse(context, 404, TROUBLES.nothingHere);
        const answer = () =>
          KEY.test(sent.once.idempotencyKey) ? once(whatWasSent(sent), () => work(sent)) : work(sent);
        return fresh ? freshly(sent, answer) : answer();
      }),
    );
  };
}
