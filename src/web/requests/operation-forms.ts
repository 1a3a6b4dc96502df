import { randomUUID } from 'node:crypto';
import { derivedKey } from '../../client/derived-key.ts';
import { TROUBLES } from '../pages/errors/error-page.tsx';
import { forPerson, type Sent } from './for-person.ts';
import type { Frame, PageContext, Pages } from './frame.ts';
import { freshlySignedIn } from './reauthentication.ts';

const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** PostgreSQL rejects NUL in a string, and no id or name contains one. */
const hasNul = (context: PageContext): boolean => new URL(context.req.url).pathname.includes('%00');

/**
 * Derives the Idempotency-Key of an operation from a form's key and content: after Back in the browser, the same form may
 * be sent again with other content. A form without a key gets a random one.
 */
function onceFor({ context, fields }: Sent): Sent['once'] {
  const key = fields.get('key') ?? '';
  return { idempotencyKey: KEY.test(key) ? derivedKey(key, `${context.req.path}\n${fields}`) : randomUUID() };
}

/** Registers forms that call operations under their `once`. A `fresh` form takes a fresh sign-in. */
export function operationForms(app: Pages, frame: Frame) {
  const { form } = forPerson(frame);
  const freshly = freshlySignedIn(frame);
  return (path: string, work: (sent: Sent) => Promise<Response>, { fresh = false } = {}): void => {
    app.post(path, (context) =>
      form(context, (sent) => {
        if (hasNul(context)) return frame.refuse(context, 404, TROUBLES.nothingHere);
        const answer = () => work({ ...sent, once: onceFor(sent) });
        return fresh ? freshly(sent, answer) : answer();
      }),
    );
  };
}
