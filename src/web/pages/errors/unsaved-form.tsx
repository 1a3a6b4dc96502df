import { CONTROL_FIELDS } from '../../layout/control-fields.ts';
import type { PageContent } from '../../layout/page.tsx';
import { Section } from '../../layout/parts.tsx';
import { UNSAVED as WORDS } from '../../words/errors.ts';

interface Kept {
  title: string;
  text: string;
  /** Link to the fix, which opens in a new window. */
  next: { href: string; text: string };
  /** Path and fields of the sent form. */
  action: string;
  fields: URLSearchParams;
}

/** Longer values are on the page only once, in a field of their own. */
const LONG = 10_000;

/** Returns a form that was not saved: the reason, the input, and a button to send it again. */
export function keptPage({ title, text, next, action, fields }: Kept): PageContent {
  const sent = [...fields];
  const typed = sent.filter(([name, value]) => !CONTROL_FIELDS.test(name) && value.trim() !== '');
  const [long, short] = [typed.filter(isLong), typed.filter((field) => !isLong(field))];
  return {
    title,
    width: 'narrow',
    main: (
      <>
        <section class="card">
          <h1>{title}</h1>
          <p>{text}</p>
          <p>
            <a class="button primary" href={next.href} target="_blank" rel="noopener">
              {next.text}
            </a>
          </p>
        </section>
        <Section id="typed" title={WORDS.typed} lead={WORDS.lead}>
          <form class="field" method="post" action={action}>
            {sent.map((field) => !long.includes(field) && <input type="hidden" name={field[0]} value={field[1]} />)}
            {short.length > 0 && (
              <textarea readonly aria-labelledby="typed" dir="auto">
                {`\n${short.map(([, value]) => value).join('\n')}`}
              </textarea>
            )}
            {long.map(([name, value]) => (
              <textarea readonly name={name} aria-labelledby="typed" dir="auto">
                {`\n${value}`}
              </textarea>
            ))}
            <div>
              <button type="submit">{WORDS.send}</button>
            </div>
          </form>
        </Section>
      </>
    ),
  };
}

const isLong = ([, value]: [string, string]): boolean => value.length > LONG;
