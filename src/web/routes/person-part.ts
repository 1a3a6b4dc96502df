import { KithError } from '../../shared/error.ts';
import { merge, readOpened, type Values } from '../edit/merge.ts';
import { type DoneName, doneAt } from '../layout/done.tsx';
import type { FieldErrors } from '../layout/fields.tsx';
import { personPath } from '../layout/parts.tsx';
import { type Part, personPage } from '../pages/person/person.tsx';
import { readPerson } from '../people/read-person.ts';
import { inWords, refusalOf, seeOther } from '../requests/answers.ts';
import { forPerson, type Sent } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';
import type { FormLimits } from '../requests/read-body.ts';
import { safePath } from '../requests/safe-path.ts';
import { CONFLICTS } from '../words/conflicts.ts';

/** The message of the page after a form. */
export interface WasDone {
  done: DoneName;
  [field: string]: string | null | undefined;
}

/** The form field of each operation field. Errors without a field appear at the first one. */
type FieldNames = Record<string, string>;

/** Returns the message to show, if any, or a page that asks for more. */
type Work = (sent: Sent, contactId: string) => Promise<WasDone | Response | undefined>;

/** Forms in the parts of a person's page. Each returns to its part, or shows the input with its errors. */
export function partForms(app: Pages, frame: Frame, limits?: FormLimits) {
  const { form } = forPerson(frame, limits);
  return (path: string, part: Part, names: FieldNames, work: Work): void => {
    app.post(`/people/:id/${path}`, (context) =>
      form(context, async (sent) => {
        const id = context.req.param('id')!;
        const page = safePath(sent.fields.get('back'), `${personPath(id)}#${part}`);
        try {
          const result = await work(sent, id);
          if (result instanceof Response) return result;
          const { done, ...fields } = result ?? {};
          return seeOther(done ? doneAt(page, done, { of: id, ...fields }) : page);
        } catch (error) {
          const { status } = refusalOf(error);
          const values = Object.fromEntries(sent.fields);
          const refused = { form: part, values, errors: errorsAt(error, names) };
          return frame.show(personPage({ ...(await readPerson(sent, id)), refused }), { status });
        }
      }),
    );
  };
}

function errorsAt(error: unknown, names: FieldNames): FieldErrors {
  const told = (error instanceof KithError && error.details?.fields) || {};
  const known = Object.entries(told as Record<string, string>).filter(([field]) => Object.hasOwn(names, field));
  if (known.length > 0) return Object.fromEntries(known.map(([field, reason]) => [names[field]!, reason]));
  return { [Object.values(names)[0]!]: inWords(error) };
}

/**
 * Merges a small form with a record that may have changed since the form was opened. A field that was changed on both
 * sides is refused once. Sent again, the input is saved.
 */
export function notChangedMeanwhile(fields: URLSearchParams, typed: Values, now: Values): Values {
  const { merged, conflicts } = merge(readOpened(fields.get('opened')), typed, now);
  if (conflicts.length === 0) return merged;
  throw new KithError('Conflict', CONFLICTS.again(conflicts.map(({ theirs }) => theirs)));
}
