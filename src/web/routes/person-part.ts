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

/** What a form did, for the page that it leads back to. */
export interface WasDone {
  done: DoneName;
  [field: string]: string | null | undefined;
}

/** Which form field shows an error about a field of the operation. The first one shows errors about no field. */
type FieldNames = Record<string, string>;

/** Gives what was done, if the page should say so, or a page that asks something more. */
type Work = (sent: Sent, contactId: string) => Promise<WasDone | Response | undefined>;

/** Forms in the parts of a person's page: each leads back to its part, or shows what was typed and why it cannot be taken. */
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
 * What a form of a few fields says now that its record may have changed since it was opened. Where a field was changed
 * on both sides it is refused once, in words: sent again, what was typed counts.
 */
export function notChangedMeanwhile(fields: URLSearchParams, typed: Values, now: Values): Values {
  const { merged, conflicts } = merge(readOpened(fields.get('opened')), typed, now);
  if (conflicts.length === 0) return merged;
  const theirs = conflicts.map((conflict) => (conflict.theirs === '' ? 'nothing' : `“${conflict.theirs}”`)).join(', ');
  throw new KithError(
    'Conflict',
    `This was changed in another window meanwhile, to ${theirs}. Save again to keep yours.`,
  );
}
