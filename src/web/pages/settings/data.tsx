import type { ExportFormat } from '../../../contract/export-formats.ts';
import { Field, type FieldErrors } from '../../layout/fields.tsx';
import type { PageContent } from '../../layout/page.tsx';
import { KeyField, Section } from '../../layout/parts.tsx';
import type { Person } from '../../services/services.ts';
import type { NoBackup } from '../../services/settings.ts';
import { DATA as WORDS } from '../../words/data.ts';
import { settingsPage } from './settings-frame.tsx';

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
            {Object.entries(WORDS.formats).map(([format, { title, text }]) => (
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
          lead={whyNoBackup ? WORDS.backup.whyNot[whyNoBackup] : WORDS.backup.lead}
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

const MOST_SHOWN = 100;

/** Lists the data that a format cannot hold, and asks whether to download it anyway. */
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
    title: WORDS.lacking.title,
    lead: WORDS.lacking.lead,
    children: (
      <section class="card">
        <ul>
          {lacks.slice(0, MOST_SHOWN).map((what) => (
            <li dir="auto">{what}</li>
          ))}
        </ul>
        {lacks.length > MOST_SHOWN && <p>{WORDS.lacking.more(lacks.length - MOST_SHOWN)}</p>}
        <form class="actions" method="post" action="/settings/export">
          <KeyField />
          <input type="hidden" name="format" value={format} />
          <input type="hidden" name="anyway" value="on" />
          <button class="primary" type="submit">
            {WORDS.lacking.anyway}
          </button>
          <a href="/settings/data">{WORDS.lacking.back}</a>
        </form>
      </section>
    ),
  });
