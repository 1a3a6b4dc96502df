import type { Message, PageContent } from '../../layout/page.tsx';
import { KeyField, Section } from '../../layout/parts.tsx';
import type { ImportJob } from '../../services/import.ts';
import type { Person } from '../../services/services.ts';
import { IMPORT_FILES, IMPORT as WORDS } from '../../words/import.ts';

export const jobPath = ({ id }: Pick<ImportJob, 'id'>): string => `/import/${encodeURIComponent(id)}`;

/** Why a file was refused. */
export type ImportTrouble = { status: number } & (
  | { kind: 'large' | 'none' }
  | { kind: 'empty'; name: string }
  | { kind: 'refused'; text: string }
);

interface Shown {
  person: Person;
  mostBytes: number;
  latest: ImportJob | undefined;
  trouble: ImportTrouble | undefined;
}

/** Page to choose a file. */
export const importPage = ({ person, mostBytes, latest, trouble }: Shown): PageContent => {
  const megabytes = new Intl.NumberFormat('en-US').format(mostBytes / 1024 / 1024);
  return {
    title: WORDS.title,
    email: person.email,
    message: trouble && messageOf(trouble, megabytes),
    main: (
      <>
        <header>
          <h1>{WORDS.title}</h1>
          <p class="quiet">{WORDS.lead}</p>
        </header>
        {latest && <Latest job={latest} />}
        <Section id="choose" title={WORDS.choose}>
          <form
            class="drop"
            method="post"
            action="/import"
            enctype="multipart/form-data"
            data-drop
            data-most={String(mostBytes)}
            data-large={WORDS.large(megabytes)}
            data-several={WORDS.several}
            data-sending={WORDS.sending}
          >
            <KeyField />
            <div class="field">
              <label for="file">{WORDS.file}</label>
              <input id="file" type="file" name="file" required aria-describedby="most" />
              <p id="most" class="quiet small">
                {WORDS.most(megabytes)}
              </p>
            </div>
            <p class="error" role="alert" hidden></p>
            <div>
              <button type="submit" class="primary">
                {WORDS.look}
              </button>
            </div>
          </form>
          <p class="quiet small">{WORDS.kept}</p>
        </Section>
        <Section id="known" title={WORDS.known}>
          <dl class="facts">
            {IMPORT_FILES.map(([what, from]) => (
              <div>
                <dt>{what}</dt>
                <dd>{from}</dd>
              </div>
            ))}
          </dl>
          <p class="quiet">
            {WORDS.others} <code>kith import carddav https://contacts.example.com --user jane</code>
          </p>
          <p>
            <a href="/settings/accounts">{WORDS.calendars}</a>
          </p>
        </Section>
      </>
    ),
  };
};

const Latest = ({ job }: { job: ImportJob }) => (
  <div class="notice info" role="status">
    <bdi>{job.name}</bdi> {WORDS.there[job.state]} <a href={jobPath(job)}>{WORDS.open}</a>
  </div>
);

function messageOf(trouble: ImportTrouble, megabytes: string): Message {
  if (trouble.kind === 'refused') return { kind: 'danger', text: trouble.text };
  if (trouble.kind === 'empty') return { kind: 'danger', text: <bdi>{WORDS.empty(trouble.name)}</bdi> };
  return { kind: 'danger', text: trouble.kind === 'large' ? WORDS.large(megabytes) : WORDS.none };
}
