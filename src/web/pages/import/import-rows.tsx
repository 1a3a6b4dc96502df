import { NAMELESS, Section } from '../../layout/parts.tsx';
import type { ImportJob, ImportOutcome, ImportRow, Outcome } from '../../services/import.ts';
import { IMPORT_ROWS as WORDS } from '../../words/import.ts';
import { jobPath } from './import.tsx';

const number = new Intl.NumberFormat('en-US');
const PAGE_SIZE = 50;

interface Shown {
  job: ImportJob;
  outcome: ImportOutcome;
  only: Outcome | undefined;
  pageNumber: number;
}

/** The outcome of each card or row, in the order of the file, a page at a time. */
export function ImportRows({ job, outcome, only, pageNumber }: Shown) {
  const rows = only ? outcome.rows.filter((row) => row.outcome === only) : outcome.rows;
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_SIZE));
  const current = Math.min(pageNumber, pages);
  const first = (current - 1) * PAGE_SIZE;
  const shown = rows.slice(first, first + PAGE_SIZE);
  const linkTo = (page: number, outcome = only) =>
    `${jobPath(job)}?${new URLSearchParams({ ...(outcome && { show: outcome }), page: String(page) })}#lines`;
  return (
    <Section id="lines" title={WORDS.title}>
      <nav class="filters" aria-label={WORDS.filter}>
        <a href={`${jobPath(job)}#lines`} aria-current={only ? undefined : 'true'}>
          {WORDS.all} <span class="quiet">{number.format(outcome.rows.length)}</span>
        </a>
        {(Object.keys(WORDS.filters) as Outcome[]).map((one) => {
          const count = outcome.rows.filter((row) => row.outcome === one).length;
          return (
            count > 0 && (
              <a href={linkTo(1, one)} aria-current={only === one ? 'true' : undefined}>
                {WORDS.filters[one]} <span class="quiet">{number.format(count)}</span>
              </a>
            )
          );
        })}
      </nav>
      {shown.length === 0 ? (
        <p>{WORDS.none}</p>
      ) : (
        <ul class="rows">
          {shown.map((row) => (
            <Row row={row} state={job.state === 'done' ? 'done' : 'ready'} />
          ))}
        </ul>
      )}
      {pages > 1 && (
        <nav class="actions" aria-label={WORDS.pages}>
          {current > 1 && (
            <a class="button" href={linkTo(current - 1)}>
              {WORDS.earlier}
            </a>
          )}
          <span class="quiet small">
            {WORDS.where(number.format(first + 1), number.format(first + shown.length), number.format(rows.length))}
          </span>
          {current < pages && (
            <a class="button" href={linkTo(current + 1)}>
              {WORDS.later}
            </a>
          )}
        </nav>
      )}
    </Section>
  );
}

function Row({ row, state }: { row: ImportRow; state: 'ready' | 'done' }) {
  const line = row.line === undefined ? undefined : WORDS.line(number.format(row.line));
  // An unreadable row has no name.
  const title = row.name || (row.outcome === 'failed' ? line : undefined) || NAMELESS;
  const said = [row.file, line, row.reason].filter((part) => part !== undefined && part !== title);
  return (
    <li>
      <div class="about">
        <strong>
          <bdi>{title}</bdi>
        </strong>
        <p class="quiet small">
          {said.map((part, index) => (
            <>
              {index > 0 && ' · '}
              <bdi>{part}</bdi>
            </>
          ))}
        </p>
        {row.warnings.map((warning) => (
          <p class="small" dir="auto">
            {warning}
          </p>
        ))}
      </div>
      <span class={`badge ${row.outcome}`}>{WORDS.outcomes[state][row.outcome]}</span>
    </li>
  );
}
