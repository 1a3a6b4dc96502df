import type { Child } from 'hono/jsx';
import { Field, SelectField } from '../../layout/fields.tsx';
import { KeyField } from '../../layout/parts.tsx';
import { COLUMNS_SHOWN, type ImportJob } from '../../services/import.ts';
import { jobPath } from './import.tsx';

const WORDS = {
  title: 'Read it differently',
  lead: 'What a file is follows from its content. Where that is wrong, say so here, and look again.',
  kind: 'What it is',
  kinds: { '': 'As its content tells', monica: 'An export of Monica' },
  encoding: 'Written in',
  encodings: {
    '': 'As its content tells',
    'utf-8': 'Unicode (UTF-8)',
    'windows-1252': 'Western European (windows-1252)',
    'windows-1250': 'Central European (windows-1250)',
    'windows-1251': 'Cyrillic (windows-1251)',
    'koi8-r': 'Russian (KOI8-R)',
    'windows-1253': 'Greek (windows-1253)',
    'windows-1254': 'Turkish (windows-1254)',
    'windows-1255': 'Hebrew (windows-1255)',
    'windows-1256': 'Arabic (windows-1256)',
    shift_jis: 'Japanese (Shift JIS)',
    gb18030: 'Chinese (GB 18030)',
    big5: 'Chinese, traditional (Big5)',
    'euc-kr': 'Korean (EUC-KR)',
  },
  notes: 'What was said in a chat becomes notes, one for each day',
  me: 'What you are called in a chat',
  meHint: 'Only where it is not clear.',
  look: 'Look again',
  columns: {
    title: 'What the columns are',
    lead: 'Choose what each column holds. What is left out is not imported.',
    out: 'Leave it out',
    more: (count: number) => `The file has ${count} more columns. They stay as they were recognized.`,
    dates: 'Dates such as 3/4/1985',
    orders: { 'day first': 'Day first: April 3', 'month first': 'Month first: March 4' },
  },
};

interface Shown {
  job: ImportJob;
  /** What a column may be. */
  fields: readonly string[];
}

/** What a person may say about a file whose content does not tell, or tells it wrongly. */
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

/** Whether it must be read in another way before anything comes of it. */
const isUnread = ({ outcome, isGuessed }: ImportJob): boolean => outcome === undefined || isGuessed;

/** A part of the page that most people need not see. */
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

/** Where nobody knows what it is, it may be one. */
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
