import type { Message, PageContent } from '../../layout/page.tsx';
import { KeyField, OneButton, Section } from '../../layout/parts.tsx';
import type { ImportJob, ImportOutcome, Outcome } from '../../services/import.ts';
import type { Person } from '../../services/services.ts';
import { IMPORT, IMPORT_JOB as WORDS } from '../../words/import.ts';
import { jobPath } from './import.tsx';
import { Corrections } from './import-corrections.tsx';
import { ImportRows } from './import-rows.tsx';

const number = new Intl.NumberFormat('en-US');

interface Shown {
  person: Person;
  job: ImportJob;
  /** Show only rows with this outcome. */
  only: Outcome | undefined;
  pageNumber: number;
  /** Fields to which a column can be mapped. */
  fields: readonly string[];
  /** Why the chosen options were refused. */
  trouble?: string | undefined;
}

/** An import: its preview, progress, or result. */
export const importJobPage = (shown: Shown): PageContent => {
  const { person, job, trouble } = shown;
  const isAtWork = job.state === 'reading' || job.state === 'importing';
  return {
    title: `${WORDS.states[job.state]} · ${IMPORT.title}`,
    email: person.email,
    refreshSeconds: isAtWork ? 2 : undefined,
    message: trouble === undefined ? canceledMessage(job) : { kind: 'danger', text: trouble },
    main: (
      <>
        <header>
          <h1>{WORDS.states[job.state]}</h1>
          <p class="quiet">
            <bdi>{job.name}</bdi>
            {job.outcome && ` · ${WORDS.readAs} ${job.outcome.format}`}
          </p>
        </header>
        {isAtWork ? <AtWork job={job} /> : <Settled {...shown} />}
      </>
    ),
  };
};

const canceledMessage = ({ isCanceled, state }: ImportJob): Message | undefined =>
  isCanceled && (state === 'ready' || state === 'done') ? { kind: 'info', text: WORDS.canceled } : undefined;

/** The progress bar reloads by itself. The button beside it keeps its focus. */
function AtWork({ job }: { job: ImportJob }) {
  const { progress, state } = job;
  const path = jobPath(job);
  return (
    <section class="card" aria-label={WORDS.states[state]}>
      <p>{state === 'reading' ? WORDS.reading : WORDS.importing}</p>
      <div
        id="bar"
        class="field"
        hx-get={path}
        hx-trigger="every 700ms"
        hx-select="#bar"
        hx-target="this"
        hx-swap="outerHTML"
      >
        <progress
          aria-label={WORDS.progress}
          {...(progress && progress.total > 0 && { value: progress.done, max: progress.total })}
        />
        <p class="small">
          {progress ? WORDS.soFar(number.format(progress.done), number.format(progress.total)) : WORDS.begun}
        </p>
      </div>
      <div class="actions">
        <OneButton action={`${path}/cancel`}>{WORDS.cancel}</OneButton>
        {state === 'importing' && <p class="quiet small">{WORDS.canceling}</p>}
      </div>
    </section>
  );
}

function Settled(shown: Shown) {
  const { job } = shown;
  const { outcome, refusal } = job;
  return (
    <>
      {refusal && <Refusal job={job} />}
      {outcome && (
        <section class="card" aria-label={WORDS.states[job.state]}>
          <Counts state={job.state === 'done' ? 'done' : 'ready'} outcome={outcome} />
          {outcome.stopped && (
            <p class="notice danger">
              {WORDS.stopped(
                outcome.stopped.reason.replace(/[.]$/, ''),
                outcome.stopped.left === undefined ? undefined : number.format(outcome.stopped.left),
              )}
            </p>
          )}
          {job.state === 'done' ? <Done job={job} outcome={outcome} /> : <Ready job={job} outcome={outcome} />}
        </section>
      )}
      {outcome && outcome.tables.length > 0 && <Tables state={job.state} outcome={outcome} />}
      {job.state === 'done' && outcome && <NextSteps job={job} outcome={outcome} />}
      {outcome && <Warnings {...outcome} />}
      {job.isGuessed && <p class="notice">{WORDS.guessed}</p>}
      {job.state !== 'done' && <Corrections job={job} fields={shown.fields} />}
      {outcome && outcome.rows.length > 0 && <ImportRows {...shown} outcome={outcome} />}
      {job.state === 'done' && outcome && !outcome.stopped && <Again job={job} />}
    </>
  );
}

const Refusal = ({ job }: { job: ImportJob }) => (
  <section class="card" aria-label={WORDS.states.refused}>
    <p class="notice danger" role="alert" dir="auto">
      {[job.refusal?.reason, job.refusal?.hint].filter(Boolean).join(' ')}
    </p>
    <div class="actions">
      <a class="button" href="/import">
        {WORDS.another}
      </a>
      <OneButton action={`${jobPath(job)}/cancel`}>{WORDS.forget}</OneButton>
    </div>
  </section>
);

const ORDER: Outcome[] = ['created', 'updated', 'skipped', 'failed'];

const Counts = ({ state, outcome }: { state: 'ready' | 'done'; outcome: ImportOutcome }) => (
  <ul class="counts">
    {ORDER.map((one) => (
      <li>
        <strong>{number.format(outcome.counts[one])}</strong> {WORDS.counts[state][one]}
      </li>
    ))}
  </ul>
);

function Ready({ job, outcome }: { job: ImportJob; outcome: ImportOutcome }) {
  const { created, updated, skipped, failed } = outcome.counts;
  const brings = created + updated > 0;
  return (
    <>
      {!brings && <p>{skipped + failed === 0 ? WORDS.empty : WORDS.nothing}</p>}
      <div class="actions">
        {brings && <Go job={job} text={WORDS.go} kind="primary" />}
        <a class="button" href="/import">
          {WORDS.another}
        </a>
        <OneButton action={`${jobPath(job)}/cancel`}>{WORDS.forget}</OneButton>
      </div>
    </>
  );
}

const Done = ({ job, outcome }: { job: ImportJob; outcome: ImportOutcome }) => (
  <div class="actions">
    {outcome.stopped ? (
      <Go job={job} text={WORDS.goOn} kind="primary" />
    ) : (
      <a class="button primary" href="/people">
        {WORDS.people}
      </a>
    )}
    <a class="button" href="/import">
      {WORDS.another}
    </a>
    <OneButton action={`${jobPath(job)}/cancel`}>{WORDS.forget}</OneButton>
  </div>
);

/** What to do with the new people. An archive's people are unknown, because it is written without operations. */
function NextSteps({ job, outcome }: { job: ImportJob; outcome: ImportOutcome }) {
  const { duplicates } = outcome;
  const count = job.created.length;
  if (count === 0 && duplicates === 0) return null;
  const edit = `${jobPath(job)}/people`;
  const steps = [
    ...(count > 0 ? [{ ...WORDS.tag, text: WORDS.tag.text(count), href: `${edit}#tag` }] : []),
    ...(duplicates > 0
      ? [{ title: WORDS.duplicates(number.format(duplicates)), link: WORDS.toDuplicates, href: '/duplicates' }]
      : []),
    ...(count > 0 ? [{ ...WORDS.keepInTouch, href: `${edit}#rhythm` }] : []),
  ];
  return (
    <Section id="next" title={WORDS.next}>
      <ul class="rows">
        {steps.map(({ title, text, link, href }: Step) => (
          <li>
            <div class="about">
              <strong>{title}</strong>
              {text && <p class="quiet small">{text}</p>}
            </div>
            <a class="button" href={href}>
              {link}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface Step {
  title: string;
  text?: string;
  link: string;
  href: string;
}

/** Importing again is rarely needed, so it comes last. */
const Again = ({ job }: { job: ImportJob }) => (
  <div class="again">
    <Go job={job} text={WORDS.again} kind="plain" />
    <p class="quiet small">{WORDS.againHint}</p>
  </div>
);

function Warnings({ warnings, unmapped }: ImportOutcome) {
  if (warnings.length + unmapped.length === 0) return null;
  return (
    <Section id="warnings" title={WORDS.warnings}>
      <ul class="warnings">
        {warnings.map((warning) => (
          <li dir="auto">{warning}</li>
        ))}
        {unmapped.map(({ name, contacts, lines }) => (
          <li dir="auto">
            {lines.length === 0 ? (
              WORDS.unmapped(name, contacts)
            ) : (
              <details>
                <summary>{WORDS.unmapped(name, contacts)}</summary>
                <p class="quiet small">{WORDS.lines(lines, lines.length >= contacts)}</p>
              </details>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

const Go = ({ job, text, kind }: { job: ImportJob; text: string; kind?: string }) => (
  <form method="post" action={`${jobPath(job)}/go`}>
    <KeyField />
    <button type="submit" class={kind}>
      {text}
    </button>
  </form>
);

const Tables = ({ state, outcome }: { state: ImportJob['state']; outcome: ImportOutcome }) => (
  <Section id="tables" title={WORDS.tables.title}>
    <dl class="facts">
      {outcome.tables.map(({ name, created, there }) => (
        <div>
          <dt>{name}</dt>
          <dd>
            {number.format(created)} {WORDS.tables.created[state === 'done' ? 'done' : 'ready']}, {number.format(there)}{' '}
            {WORDS.tables.there}
          </dd>
        </div>
      ))}
    </dl>
  </Section>
);

/** Shown if this process does not have the file. */
export const importGonePage = ({ email }: Person): PageContent => ({
  title: WORDS.gone.title,
  email,
  width: 'narrow',
  main: (
    <section class="card">
      <h1>{WORDS.gone.title}</h1>
      <p>{WORDS.gone.text}</p>
      <p>
        <a class="button primary" href="/import">
          {WORDS.another}
        </a>
      </p>
    </section>
  ),
});
