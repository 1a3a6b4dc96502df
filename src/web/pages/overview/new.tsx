import type { PageContent } from '../../layout/page.tsx';
import { KeyField, Section } from '../../layout/parts.tsx';
import type { Person } from '../../services/services.ts';
import { NEW } from '../../words/new.ts';

/** Where New leads: adding a person. */
export const newPage = (person: Person): PageContent => ({
  title: NEW.title,
  email: person.email,
  here: '/new',
  main: (
    <>
      <h1>{NEW.title}</h1>
      <Section id="add" title={NEW.person}>
        <form class="field" method="post" action="/people">
          <KeyField />
          <label for="name">{NEW.name}</label>
          <div class="beside">
            <input id="name" name="name" required maxlength={200} autocomplete="off" dir="auto" />
            <button class="primary" type="submit">
              {NEW.add}
            </button>
          </div>
        </form>
      </Section>
    </>
  ),
});
