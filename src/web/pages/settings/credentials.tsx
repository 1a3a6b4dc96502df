import type { Child } from 'hono/jsx';
import type { AccessKey } from '../../../contract/access-keys.ts';
import { CopyButton } from '../../layout/copy.tsx';
import { type FieldErrors, SelectField } from '../../layout/fields.tsx';
import { Section } from '../../layout/parts.tsx';
import { Time } from '../../layout/time.tsx';
import { CREDENTIALS as WORDS } from '../../words/access.ts';
import { AccessRow } from './access-row.tsx';

// Components that the API keys and devices pages share.

interface Listed {
  id: string;
  title: string;
  /** Path of the forms. */
  at: string;
  credentials: AccessKey[];
  zone: string;
  words: { made: string; revoke: string };
}

export const CredentialList = ({ id, title, credentials, ...row }: Listed) => (
  <Section id={id} title={title}>
    {credentials.length === 0 ? (
      <p>{WORDS.none}</p>
    ) : (
      <ul class="rows">
        {credentials.map((credential) => (
          <Row credential={credential} {...row} />
        ))}
      </ul>
    )}
  </Section>
);

type RowProps = Pick<Listed, 'at' | 'zone' | 'words'> & { credential: AccessKey };

function Row({ credential, at, zone, words }: RowProps) {
  const { name, scope, created_at, expires_at, last_used_at } = credential;
  const isOver = expires_at !== null && expires_at <= new Date().toISOString();
  return (
    <AccessRow
      name={name}
      uses={{ since: words.made, at: created_at, used: last_used_at, zone }}
      revoke={{ words: words.revoke, action: `${at}/revoke`, fields: { name } }}
    >
      <p class="small">
        {WORDS.may[scope]}
        {expires_at && (
          <>
            {' · '}
            {isOver ? WORDS.ended : WORDS.ends} <Time at={expires_at} zone={zone} />
          </>
        )}
      </p>
    </AccessRow>
  );
}

/** The access level, with options in the given order. */
export const ScopeField = ({ order, value, errors }: ScopeProps) => (
  <SelectField
    name="scope"
    label={WORDS.scope}
    value={value}
    error={errors.scope}
    options={order.map((scope) => [scope, WORDS.may[scope]])}
  />
);

interface ScopeProps {
  order: AccessKey['scope'][];
  value: string;
  errors: FieldErrors;
}

interface Fresh {
  /** The key’s or device’s name. */
  name: string;
  secret: string;
  lead: string;
  done: string;
  /** Path of the next page. */
  at: string;
  children?: Child;
}

/** A new secret, which is never shown again. */
export const FreshSecret = ({ name, secret, lead, done, at, children }: Fresh) => (
  <Section id="new" title={name} lead={lead}>
    <div class="snippet">
      <code class="command" id="new-secret" dir="ltr">
        {secret}
      </code>
      <CopyButton of="new-secret" />
    </div>
    {children}
    <p>
      <a class="button primary" href={at}>
        {done}
      </a>
    </p>
  </Section>
);
