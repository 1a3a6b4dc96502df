import type { ExportFormat } from '../../../contract/export-formats.ts';
import { Field, type FieldErrors } from '../../layout/fields.tsx';
import type { PageContent } from '../../layout/page.tsx';
import { KeyField, Section } from '../../layout/parts.tsx';
import type { Person } from '../../services/services.ts';
import type { NoBackup } from '../../services/settings.ts';
import { settingsPage } from './settings-frame.tsx';

const WORDS = {
  title: 'Data',
  lead: 'Bring in what you have elsewhere, and take everything with you whenever you like.',
  import: {
    title: 'Import',
    lead: 'vCard, CSV, exports of other programs, and an export of kith.',
    link: 'Import a file',
  },
  export: {
    title: 'Export',
    lead: 'A file for your browser to keep. Whoever has it can read it: it is not encrypted.',
  },
  download: 'Download',
  backup: {
    title: 'Backup',
    lead: 'A copy of the whole database, checked and encrypted with a passphrase. Put it back with kith restore FILE.',
    passphrase: 'Passphrase',
    passphraseHint: '8 characters or more. Several words are easy to keep and hard to guess.',
    again: 'The same again',
    button: 'Make a backup',
    lost: 'Without the passphrase nobody can read it, not even you.',
  },
};

const WHY_NO_BACKUP: Record<NoBackup, string> = {
  served:
    'A backup holds the data of everybody here, so it is not made on this page: whoever runs kith makes it with kith backup. An export as JSON has everything of yours.',
  several:
    'A backup holds the data of all users of this kith, so it is not made on this page: make it in a shell with kith backup FILE. An export as JSON has everything of yours.',
  postgres: 'The data is on PostgreSQL, which has better means for a backup: kith backup in a shell says which.',
};

const FORMATS: Record<ExportFormat, { title: string; text: string }> = {
  json: {
    title: 'Everything, as JSON',
    text: 'All that you have here, trash and photos too. kith reads it back whole.',
  },
  vcf: {
    title: 'Contacts, as vCard',
    text: 'For other address books: contacts with their notes, photos, groups and tags.',
  },
  csv: { title: 'Contacts, as CSV', text: 'For a spreadsheet, with the columns of Google Contacts.' },
};

interface Data {
  person: Person;
  whyNoBackup: NoBackup | undefined;
  errors?: FieldErrors;
}

export const dataPage = ({ person, whyNoBackup, errors = {} }: Data): PageContent =>
  settingsPage({
    person,
    here: '/settings/data',
    title: WORDS.title,
    lead: WORDS.lead,
    children: (
      <>
        <Section id="import" title={WORDS.import.title} lead={WORDS.import.lead}>
          <p>
            <a class="button" href="/import">
              {WORDS.import.link}
            </a>
          </p>
        </Section>
        <Section id="export" title={WORDS.export.title} lead={WORDS.export.lead}>
          <ul class="rows">
            {Object.entries(FORMATS).map(([format, { title, text }]) => (
              <li>
                <div class="about">
                  <strong>{title}</strong>
                  <p class="quiet small">{text}</p>
                </div>
                <form method="post" action="/settings/export">
                  <KeyField />
                  <input type="hidden" name="format" value={format} />
                  <button type="submit">
                    {WORDS.download}
                    <span class="unseen"> {title}</span>
                  </button>
                </form>
              </li>
            ))}
          </ul>
        </Section>
        <Section
          id="backup"
          title={WORDS.backup.title}
          lead={whyNoBackup ? WHY_NO_BACKUP[whyNoBackup] : WORDS.backup.lead}
        >
          {!whyNoBackup && <Backup errors={errors} />}
        </Section>
      </>
    ),
  });

const Backup = ({ errors }: { errors: FieldErrors }) => (
  <form class="question" method="post" action="/settings/backup">
    <KeyField />
    <div class="pair">
      <Field
        name="passphrase"
        label={WORDS.backup.passphrase}
        hint={WORDS.backup.passphraseHint}
        value=""
        error={errors.passphrase}
        type="password"
        autocomplete="new-password"
        required
      />
      <Field
        name="again"
        label={WORDS.backup.again}
        value=""
        error={errors.again}
        type="password"
        autocomplete="new-password"
        required
      />
    </div>
    <p class="quiet small">{WORDS.backup.lost}</p>
    <div>
      <button class="primary" type="submit">
        {WORDS.backup.button}
      </button>
    </div>
  </form>
);

const LACKS_WORDS = {
  title: 'Not all of it fits',
  lead: 'This format cannot hold the following. An export as JSON holds everything.',
  more: (count: number) => `and ${count} more`,
  anyway: 'Download without it',
  back: 'Back',
};
const MOST_SHOWN = 100;

/** What an export cannot hold, and whether it may be without that. */
export const lackingPage = ({
  person,
  format,
  lacks,
}: {
  person: Person;
  format: ExportFormat;
  lacks: string[];
}): PageContent =>
  settingsPage({
    person,
    here: '/settings/data',
    title: LACKS_WORDS.title,
    lead: LACKS_WORDS.lead,
    children: (
      <section class="card">
        <ul>
          {lacks.slice(0, MOST_SHOWN).map((what) => (
            <li dir="auto">{what}</li>
          ))}
        </ul>
        {lacks.length > MOST_SHOWN && <p>{LACKS_WORDS.more(lacks.length - MOST_SHOWN)}</p>}
        <form class="actions" method="post" action="/settings/export">
          <KeyField />
          <input type="hidden" name="format" value={format} />
          <input type="hidden" name="anyway" value="on" />
          <button class="primary" type="submit">
            {LACKS_WORDS.anyway}
          </button>
          <a href="/settings/data">{LACKS_WORDS.back}</a>
        </form>
      </section>
    ),
  });
