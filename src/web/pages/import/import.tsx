import type { Message, PageContent } from '../../layout/page.tsx';
import { KeyField, Section } from '../../layout/parts.tsx';
import type { ImportJob } from '../../services/import.ts';
import type { Person } from '../../services/services.ts';

export const jobPath = ({ id }: Pick<ImportJob, 'id'>): string => `/import/${encodeURIComponent(id)}`;

const WORDS = {
  title: 'Import',
  lead: 'Bring in the people of another address book. First you see what would happen, line by line; nothing is written until you say so.',
  choose: 'Choose a file',
  file: 'A file, or drop one anywhere on this page',
  most: (megabytes: string) => `At most ${megabytes} MB. Larger ones come in by kith import FILE.`,
  look: 'See what would happen',
  sending: 'Sending the file …',
  large: (megabytes: string) =>
    `This file is larger than ${megabytes} MB. Divide it, or use kith import FILE in a shell on the machine that kith runs on.`,
  several: 'Drop one file at a time. Several can go into one zip.',
  none: 'Choose a file first.',
  empty: (name: string) => `${name} is empty.`,
  there: {
    reading: 'is being read.',
    ready: 'is ready to import.',
    importing: 'is being imported.',
    done: 'was imported.',
    refused: 'could not be read.',
  },
  open: 'Look',
  known: 'What it takes',
  others: 'Whole address books come from a server too:',
  calendars: 'Connect mail and calendars',
  kept: 'A file is kept in memory alone, for you alone: until you discard it, choose another, or an hour has passed.',
};

const KINDS: [what: string, from: string][] = [
  ['vCard', 'Contacts of iPhone, Mac, Android, Google, Outlook, Nextcloud and others (.vcf)'],
  ['CSV', 'Exports of Google Contacts, Outlook, Thunderbird and LinkedIn, and lists with a header of your own'],
  ['WhatsApp', 'An exported chat tells when you were last in touch, and can become notes'],
  ['Monica', 'Exports of Monica 4.x, as JSON or SQL'],
  ['kith', 'An export of kith as JSON, which comes in whole'],
  ['Zip', 'Any of these, packed'],
];

/** Why a file was not taken. */
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

/** Where a file is chosen. */
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
            {KINDS.map(([what, from]) => (
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
