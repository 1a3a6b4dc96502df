import { answersOnce } from './answered-once.ts';
import { forPerson, type Sent } from './for-person.ts';
import type { Frame, Pages } from './frame.ts';

const KEY = /^[0-9a-f-]{36}$/i;

/** Takes forms whose work is no operation, and does the work of each once. */
export function ownForms(app: Pages, frame: Frame) {
  const { form } = forPerson(frame);
  const once = answersOnce();
  return (path: string, work: (sent: Sent) => Promise<Response>): void => {
    app.post(path, (context) =>
      form(context, (sent) => {
        const { idempotencyKey: key } = sent.once;
        return KEY.test(key) ? once(`${sent.person.id} ${path} ${key}`, () => work(sent)) : work(sent);
      }),
    );
  };
}
