import { NAMELESS, Section } from '../../layout/parts.tsx';
import type { ImportJob, ImportOutcome, ImportRow, Outcome } from '../../services/import.ts';
import { jobPath } from './import.tsx';

const number = new Intl.NumberFormat('en-US');
const AT_ONCE = 50;

const WORDS = {
  title: 'Line by line',
  line: (line: string) => `Line ${line}`,
  filter: 'Which lines',
  all: 'All',
  filters: { created: 'New', updated: 'Added to', skipped: 'Left as they are', failed: 'Not taken' },
  outcomes: {
    ready: { created: 'new', updated: 'added to', skipped: 'left as is', failed: 'not taken' },
    done: { created: 'created', updated: 'added to', skipped: 'left as is', failed: 'not taken' },
  },
  none: 'There are none of these.',
  where: (from: string, to: string, of: string) => `${from} to ${to} of ${of}`,
  pages: 'More lines',
  earlier: 'Earlier',
  later: 'Later',
};

interface Shown {
  job: ImportJob;
  outcome: ImportOutcome;
  only: Outcome | undefined;
  pageNumber: number;
}

/** What becomes of each card or row, in the order of the file, a page at a time. */
export function ImportRows({ job, outcome, only, pageNumber }: Shown) {
  const rows = only ? outcome.rows.filter((row) => row.outcome === only) : outcome.rows;
  const pages = Math.max(1, Math.ceil(rows.length / AT_ONCE));
  const current = Math.min(pageNumber, pages);
  const first = (current - 1) * AT_ONCE;
  const shown = rows.slice(first, first + AT_ONCE);
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
  // What cannot be read has no name.
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
