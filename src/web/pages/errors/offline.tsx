import type { PageContent } from '../../layout/page.tsx';
import { Section } from '../../layout/parts.tsx';
import { OFFLINE as WORDS } from '../../words/errors.ts';

/** The service worker replaces it with the unsent form. */
export const PLACE = '{form}';

/** Replaces a page that could not be loaded, at the same address. */
export const offlinePage = (): PageContent => ({
  title: WORDS.title,
  width: 'narrow',
  main: (
    <section class="card">
      <h1>{WORDS.title}</h1>
      <p>{WORDS.offline}</p>
      <p>
        {/* biome-ignore lint/a11y/useValidAnchor: an empty href reloads this page. */}
        <a class="button primary" href="">
          {WORDS.again}
        </a>
      </p>
    </section>
  ),
});

/** Replaces the response to a form that could not be sent. */
export const unsentPage = (): PageContent => ({
  title: WORDS.title,
  width: 'narrow',
  main: (
    <>
      <section class="card">
        <h1>{WORDS.title}</h1>
        <p>{WORDS.unsent}</p>
      </section>
      <Section id="typed" title={WORDS.typed} lead={WORDS.lead}>
        {PLACE}
        <div>
          <button type="submit" form="again">
            {WORDS.send}
          </button>
        </div>
      </Section>
    </>
  ),
});
