import type { PageContent } from '../../layout/page.tsx';
import { Section } from '../../layout/parts.tsx';

const WORDS = {
  title: 'No connection',
  offline: 'kith cannot be reached now. Nothing is lost: try again once you are connected.',
  unsent: 'kith cannot be reached now, so what you sent may not have arrived. It is kept on this page.',
  again: 'Try again',
  typed: 'What you typed',
  lead: 'It can be sent again from here, and takes effect once, even if it did arrive.',
  send: 'Send it again',
};

/** Where the form that could not be sent goes: the service worker puts it there. */
export const PLACE = '{form}';

/** In place of a page that could not be had, under its address. */
export const offlinePage = (): PageContent => ({
  title: WORDS.title,
  width: 'narrow',
  main: (
    <section class="card">
      <h1>{WORDS.title}</h1>
      <p>{WORDS.offline}</p>
      <p>
        {/* biome-ignore lint/a11y/useValidAnchor: an empty address is that of the page itself. */}
        <a class="button primary" href="">
          {WORDS.again}
        </a>
      </p>
    </section>
  ),
});

/** In place of the answer to a form. */
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
