import { words } from '../../shared/text/fold.ts';
import type { RelationRow } from '../../store/tables.ts';
import { normalEmail } from '../common/detail-kinds.ts';
import type { Match, Question } from '../question/question.ts';
import type { Context } from '../runtime/context.ts';
import { type RoleMatch, roleFit, rolesIn } from './relation-words.ts';
import { cover, raise, type WordForms } from './word-forms.ts';

/** Maximum numbers of people whose relations are read, and of relations read. */
const MAX_ANCHORS = 50;
const MAX_RELATIONS = 500;

/** Quality of a word that names the other end of a relation. */
const THROUGH_RELATION = 0.9;

const MINE = new Set(
  'my our mein meine meiner meinen meinem unser unsere unserer mi mis nuestro nuestra mon ma mes notre nos mio mia miei mie nostro nostra'.split(
    ' ',
  ),
);

/**
 * Finds people through relations: of someone whom the question names, as in *Jonas' wife*, or of the user's own
 * contact, as in *my boss*.
 */
export async function relatedPeople(
  context: Context,
  question: Question,
  wanted: readonly WordForms[],
  named: readonly Match[],
): Promise<Match[]> {
  const roles = rolesIn(question.words.map(({ word }) => word));
  const anchors = new Map(named.slice(0, MAX_ANCHORS).map(({ id, covered }) => [id, covered]));
  // Mia may also be a name.
  const isName = (index: number) => named.some(({ covered }) => covered.has(index));
  const mine = question.words.findIndex(({ word }, index) => MINE.has(word) && !isName(index));
  if (roles.length > 0 && (mine >= 0 || named.length === 0)) {
    const covered = new Map(mine >= 0 ? [[mine, 1]] : []);
    for (const id of await ownCards(context)) anchors.set(id, covered);
  }
  const found = new Map<string, Match>();
  for (const side of ['source', 'destination'] as const) {
    for (const relation of await relationsOf(context, side, [...anchors.keys()])) {
      const isSource = side === 'destination';
      const covered = coveredByRole(relation, isSource, roles, wanted);
      if (covered.size === 0) continue;
      for (const [index, quality] of anchors.get(relation[side])!)
        if (!covered.has(index)) raise(covered, index, quality * THROUGH_RELATION);
      const id = isSource ? relation.source : relation.destination;
      const match = found.get(id) ?? { id, covered: new Map() };
      for (const [index, quality] of covered) raise(match.covered, index, quality);
      found.set(id, match);
    }
  }
  return [...found.values()];
}

/** Words that a person's role in a relation covers. */
function coveredByRole(
  { source_contact, destination_contact }: RelationRow,
  isSource: boolean,
  roles: readonly RoleMatch[],
  wanted: readonly WordForms[],
): Map<number, number> {
  const covered = new Map<number, number>();
  const [is, other] = isSource ? [source_contact, destination_contact] : [destination_contact, source_contact];
  for (const role of roles) {
    const quality = roleFit(role, is, other);
    if (quality > 0) for (const place of role.places) raise(covered, place, quality);
  }
  // A role that is missing from the relation table, such as trainer.
  const more = wanted.filter(({ index }) => !roles.some(({ places }) => places.includes(index)));
  if (is && words(is).length > 0) cover(covered, more, is);
  return covered;
}

async function relationsOf(
  { db, user }: Context,
  side: 'source' | 'destination',
  contactIds: string[],
): Promise<RelationRow[]> {
  if (contactIds.length === 0) return [];
  return db
    .selectFrom('contact_relations')
    .selectAll()
    .where('user_id', '=', user.user_id)
    .where(side, 'in', contactIds)
    .orderBy(side)
    .orderBy('id')
    .limit(MAX_RELATIONS)
    .execute();
}

/** The user's own contacts, found by the account's email address. */
async function ownCards({ db, user }: Context): Promise<string[]> {
  const rows = await db
    .selectFrom('contact_emails')
    .select('contact_id')
    .where('user_id', '=', user.user_id)
    .where('normal', '=', normalEmail(user.email))
    .orderBy('contact_id')
    .limit(2)
    .execute();
  return rows.map(({ contact_id }) => contact_id);
}
