import type { PageContent } from '../../layout/page.tsx';
import { NAMELESS, PersonLink } from '../../layout/parts.tsx';
import type { Network } from '../../people/network.ts';
import type { Person } from '../../services/services.ts';
import { NETWORK as WORDS } from '../../words/network.ts';

export const NETWORK = '/network';

/** Everyone with relationships, drawn by a script, and as a list. */
export function networkPage(person: Person, { members, relationships, isCut }: Network): PageContent {
  const names = new Map(members.map(({ id, name }) => [id, name ?? NAMELESS]));
  const data = {
    title: WORDS.title,
    nodes: members.map(({ id }) => ({ id, name: names.get(id)!, role: '' })),
    links: relationships.map(({ from, to }) => [from, to]),
    isNetwork: true,
  };
  return {
    title: WORDS.title,
    email: person.email,
    here: '/people',
    scripts: members.length > 0 ? ['graph.js'] : [],
    width: 'full',
    main: (
      <>
        <header>
          <h1>{WORDS.title}</h1>
          <p class="quiet">
            {members.length === 0 ? WORDS.none : WORDS.shown(members.length, relationships.length)}{' '}
            {isCut && WORDS.cut(members.length)}
          </p>
        </header>
        {members.length === 0 ? (
          <p>
            <a class="button" href="/people">
              {WORDS.people}
            </a>
          </p>
        ) : (
          <>
            <section class="card">
              <div class="graph" data-graph={JSON.stringify(data)} />
            </section>
            <details class="card">
              <summary>{WORDS.list}</summary>
              <ul class="rows">
                {relationships.map(({ from, to, role }) => (
                  <li>
                    <p>
                      <PersonLink id={from} name={names.get(from)!} /> ·{' '}
                      <bdi>{WORDS.relation(role, names.get(to)!)}</bdi>
                    </p>
                  </li>
                ))}
              </ul>
            </details>
          </>
        )}
      </>
    ),
  };
}
