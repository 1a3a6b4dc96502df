import { KithError } from '../../shared/error.ts';
import { semaphore, semaphorePerKey } from '../../shared/semaphore.ts';
import { pageHeaders } from '../layout/headers.ts';
import { type ImportTrouble, importPage, jobPath } from '../pages/import/import.tsx';
import { importGonePage, importJobPage } from '../pages/import/import-job.tsx';
import { EVERYBODY } from '../people/search.ts';
import { MOST_SELECTED } from '../people/selection.ts';
import { inWords, seeOther } from '../requests/answers.ts';
import { forPerson } from '../requests/for-person.ts';
import type { Frame, PageContext, Pages } from '../requests/frame.ts';
import { LONG_FORM } from '../requests/read-body.ts';
import { drained, isOversized, uploadOf } from '../requests/read-upload.ts';
import { COLUMNS_SHOWN, type ImportChoices, type ImportJob, OUTCOMES, type Outcome } from '../services/import.ts';
import type { SignedIn } from '../services/services.ts';
import { signedOutBefore } from '../words/errors.ts';
import { changeChoice } from './change.ts';

/** Files are held in memory: one for each user, and a limited number in all. A waiting upload is not read yet. */
const ARRIVING = 4;

/** Two fields for each column, besides the other choices. */
const CHOICES_FORM = { ...LONG_FORM, fields: 2 * COLUMNS_SHOWN + 20 };

/** Import: upload, preview, import, and result. */
export function addImport(app: Pages, frame: Frame): void {
  const { page, form } = forPerson(frame, CHOICES_FORM);
  const { services, show, refuse } = frame;
  const [ofEach, inAll] = [semaphorePerKey(), semaphore(ARRIVING)];

  async function arrival(userId: string): Promise<() => void> {
    const [leaveOwn, leaveAll] = [await ofEach(userId), await inAll()];
    return () => {
      leaveOwn();
      leaveAll();
    };
  }

  app.get('/import', (context) => page(context, (viewer) => choosing(viewer)));

  async function choosing({ person }: SignedIn, trouble?: ImportTrouble): Promise<Response> {
    const { mostBytes, latest } = await services.imports();
    return show(importPage({ person, mostBytes, latest: latest(person.id), trouble }), {
      status: trouble?.status ?? 200,
    });
  }

  app.post('/import', async (context) => {
    const viewer = await context.var.signedIn();
    if (!viewer) {
      // Browsers show the error only after they have sent the file, so it is drained for a user whose session ended.
      if (services.hadSession(context.req.raw)) await drained(context.req.raw);
      return refuse(context, 401, signedOutBefore('file', '/import'));
    }
    const { mostBytes } = await services.imports();
    // A file that is only drained takes no slot of an import.
    if (isOversized(context.req.raw, mostBytes)) {
      await drained(context.req.raw);
      return choosing(viewer, TOO_LARGE);
    }
    const leave = await arrival(viewer.person.id);
    try {
      return await received(context, viewer);
    } finally {
      leave();
    }
  });

  async function received(context: PageContext, viewer: SignedIn): Promise<Response> {
    const { mostBytes, begin } = await services.imports();
    const upload = await uploadOf(context.req.raw, mostBytes);
    if (typeof upload === 'string')
      return choosing(viewer, upload === 'large' ? TOO_LARGE : { status: 400, kind: 'none' });
    if (upload.bytes.length === 0) return choosing(viewer, { status: 400, kind: 'empty', name: upload.name });
    try {
      return seeOther(jobPath(begin(viewer.person.id, upload, upload.key)));
    } catch (error) {
      if (!(error instanceof KithError) || error.status === 500) throw error;
      return choosing(viewer, { status: error.status, kind: 'refused', text: `${error.message} ${error.hint ?? ''}` });
    }
  }

  app.get('/import/:id', (context) =>
    page(context, async (viewer) => {
      const { find, fields } = await services.imports();
      const job = find(viewer.person.id, context.req.param('id'));
      const isAtWork = job?.state === 'reading' || job?.state === 'importing';
      // Tells the script that polls the progress bar to reload the page.
      if (!isAtWork && context.req.header('hx-request') === 'true')
        return new Response(null, { headers: { ...pageHeaders(), 'Content-Type': 'text/html', 'HX-Refresh': 'true' } });
      if (!job) return show(importGonePage(viewer.person), { status: 404 });
      return show(importJobPage({ ...viewer, job, ...shownRows(context), fields: await fields() }));
    }),
  );

  // The same choice of changes as for selected people.
  app.get('/import/:id/people', (context) =>
    page(context, async (viewer) => {
      const { find } = await services.imports();
      const id = context.req.param('id');
      const ids = find(viewer.person.id, id)?.created.slice(0, MOST_SELECTED) ?? [];
      if (ids.length === 0) return seeOther(jobPath({ id }));
      return show(await changeChoice(viewer, { ids, everyone: false, search: EVERYBODY }));
    }),
  );

  app.post('/import/:id/choices', (context) =>
    form(context, async ({ fields, person }) => {
      const { find, choose, fields: known } = await services.imports();
      const id = context.req.param('id');
      const job = find(person.id, id);
      // Its page shows the result.
      if (!job) return seeOther(jobPath({ id }));
      try {
        choose(person.id, id, choicesIn(fields));
      } catch (error) {
        const trouble = inWords(error);
        const asTyped: ImportJob = { ...job, choices: choicesIn(fields) };
        const shown = { person, job: asTyped, ...shownRows(context), fields: await known(), trouble };
        return show(importJobPage(shown), { status: 400 });
      }
      return seeOther(jobPath({ id }));
    }),
  );

  app.post('/import/:id/go', (context) =>
    form(context, async ({ fields, person }) => {
      const id = context.req.param('id');
      const { find, go } = await services.imports();
      if (find(person.id, id)) go(person.id, id, fields.get('key') ?? '', context.env.visitor.address);
      return seeOther(jobPath({ id }));
    }),
  );

  app.post('/import/:id/cancel', (context) =>
    form(context, async ({ person }) => {
      const { cancel, find } = await services.imports();
      const id = context.req.param('id');
      cancel(person.id, id);
      return seeOther(find(person.id, id) ? jobPath({ id }) : '/import');
    }),
  );
}

const TOO_LARGE: ImportTrouble = { status: 413, kind: 'large' };

/** The visible rows of a file. */
function shownRows(context: PageContext): { only: Outcome | undefined; pageNumber: number } {
  const { show, page = '1' } = context.req.query();
  return { only: OUTCOMES.find((one) => one === show), pageNumber: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1 };
}

/** The fields for a column's name and its type share a number, because names may be anything. */
function choicesIn(fields: URLSearchParams): ImportChoices {
  const columns = [...fields].flatMap(([name, column]): [string, string | null][] => {
    const number = /^column\.(\d{1,3})$/.exec(name)?.[1];
    return number === undefined ? [] : [[column, fields.get(`field.${number}`) || null]];
  });
  const dates = fields.get('dates');
  return {
    encoding: fields.get('encoding')?.trim() || undefined,
    monica: fields.get('kind') === 'monica',
    ...(columns.length > 0 && { columns: Object.fromEntries(columns) }),
    ...((dates === 'day first' || dates === 'month first') && { dates }),
    notes: fields.get('notes') === 'on',
    me: fields.get('me')?.trim() || undefined,
  };
}
