import type { Child } from 'hono/jsx';
import { Field, SelectField } from '../../layout/fields.tsx';
import { KeyField } from '../../layout/parts.tsx';
import { COLUMNS_SHOWN, type ImportJob } from '../../services/import.ts';
import { IMPORT_OPTIONS as WORDS } from '../../words/import.ts';
import { jobPath } from './import.tsx';

interface Shown {
  job: ImportJob;
  /** Fields to which a column can be mapped. */
  fields: readonly string[];
}

/** Options for a file that kith cannot detect, or detects wrongly. */
export const Corrections = ({ job, fields }: Shown) => (
  <>
    {job.columns && <Columns job={job} columns={job.columns} fields={fields} />}
    <Folded title={WORDS.title} lead={WORDS.lead} isOpen={isUnread(job) && !job.columns}>
      <form class="question" method="post" action={`${jobPath(job)}/choices`}>
        <KeyField />
        <div class="pair">
          <SelectField
            name="kind"
            label={WORDS.kind}
            value={job.choices.monica ? 'monica' : ''}
            options={Object.entries(WORDS.kinds)}
          />
          <SelectField
            name="encoding"
            label={WORDS.encoding}
            value={job.choices.encoding ?? ''}
            options={Object.entries(WORDS.encodings)}
          />
        </div>
        {isChat(job) && (
          <>
            <label class="choice">
              <input type="checkbox" name="notes" checked={job.choices.notes} />
              <span>{WORDS.notes}</span>
            </label>
            <Field name="me" label={WORDS.me} value={job.choices.me} hint={WORDS.meHint} maxlength={200} />
          </>
        )}
        <div>
          <button type="submit">{WORDS.look}</button>
        </div>
      </form>
    </Folded>
  </>
);

/** Whether the file needs other options before it can be imported. */
const isUnread = ({ outcome, isGuessed }: ImportJob): boolean => outcome === undefined || isGuessed;

/** A section that most people do not need. */
const Folded = ({
  title,
  lead,
  isOpen,
  children,
}: {
  title: string;
  lead: string;
  isOpen: boolean;
  children: Child;
}) => (
  <details class="card folded" open={isOpen}>
    <summary>
      <h2>{title}</h2>
    </summary>
    <p class="quiet">{lead}</p>
    {children}
  </details>
);

/** An unknown format may be a chat. */
const isChat = ({ outcome }: ImportJob): boolean => outcome === undefined || outcome.format === 'WhatsApp chat';

const Columns = ({ job, columns, fields }: Shown & { columns: Record<string, string | null> }) => (
  <Folded title={WORDS.columns.title} lead={WORDS.columns.lead} isOpen={isUnread(job)}>
    <form class="question" method="post" action={`${jobPath(job)}/choices`}>
      <KeyField />
      <input type="hidden" name="encoding" value={job.choices.encoding ?? ''} />
      <div class="pair">
        {Object.entries(columns)
          .slice(0, COLUMNS_SHOWN)
          .map(([column, field], index) => (
            <div>
              <input type="hidden" name={`column.${index}`} value={column} />
              <SelectField
                name={`field.${index}`}
                label={column}
                value={field ?? ''}
                options={[['', WORDS.columns.out], ...fields.map((one): [string, string] => [one, spaced(one)])]}
              />
            </div>
          ))}
        <SelectField
          name="dates"
          label={WORDS.columns.dates}
          value={job.choices.dates ?? 'day first'}
          options={Object.entries(WORDS.columns.orders)}
        />
      </div>
      {Object.keys(columns).length > COLUMNS_SHOWN && (
        <p class="quiet small">{WORDS.columns.more(Object.keys(columns).length - COLUMNS_SHOWN)}</p>
      )}
      <div>
        <button type="submit">{WORDS.look}</button>
      </div>
    </form>
  </Folded>
);

const spaced = (field: string): string => field.replaceAll('_', ' ');
