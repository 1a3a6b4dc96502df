import { createHash } from 'node:crypto';
import { TROUBLES } from '../pages/errors/error-page.tsx';
import { answersOnce } from './answered-once.ts';
import { forPerson, type Sent } from './for-person.ts';
import type { Frame, PageContext, Pages } from './frame.ts';
import { freshlySignedIn } from './reauthentication.ts';

const KEY = /^[0-9a-f-]{36}$/i;

/** No id or name holds a NUL, and PostgreSQL refuses to search for one. */
export const hasNul = (context: PageContext): boolean => new URL(context.req.url).pathname.includes('%00');

/** The key is not enough: after Back in the browser, other content has the same key. */
const whatWasSent = ({ person, context, fields }: Sent): string =>
  createHash('sha256').update(`${person.id} ${context.req.path}\n${fields}`).digest('base64url');

/** Forms whose work is not an operation: each is done once, and a `fresh` one only soon after signing in. */
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
