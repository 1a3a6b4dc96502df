import { append } from '../../shared/lists.ts';
import { words } from '../../shared/text/fold.ts';
import { matchesOfEach } from '../../store/first-matches.ts';
import type { Question } from '../question/question.ts';
import type { Context } from '../runtime/context.ts';

/** Maximum number of people read per word. */
const MAX_PER_WORD = 20;
const MAX_WORDS = 4;

/**
 * Marks function words that are names of the user's contacts: "Where does Will live?", "When is May coming?" The word
 * must be capitalized and not be the first word.
 */
export async function withNamesIn(context: Context, question: Question): Promise<Question> {
  const candidates = [...new Set(capitalized(question))].slice(0, MAX_WORDS);
  if (candidates.length === 0) return question;
  const { db, user } = context;
  const searches = candidates.map((word) => ({ terms: [{ words: [word], prefix: false }], limit: MAX_PER_WORD }));
  const ids: string[] = [];
  for (const found of await matchesOfEach(db, { kind: 'contact', userId: user.user_id, order: 'any' }, searches))
    append(
      ids,
      found.map(({ id }) => id),
    );
  if (ids.length === 0) return question;
  const rows = await db
    .selectFrom('contacts')
    .select('folded_name')
    .where('user_id', '=', user.user_id)
    .where('id', 'in', ids)
    .execute();
  const names = new Set(rows.flatMap(({ folded_name }) => words(folded_name ?? '')));
  const isName = (word: string) => candidates.includes(word) && names.has(word);
  return { ...question, words: question.words.map((one) => (isName(one.word) ? { ...one, isContent: true } : one)) };
}

function capitalized({ text, words: asked }: Question): string[] {
  const silent = new Set(asked.flatMap(({ word, isContent }) => (isContent ? [] : [word])));
  const [, ...rest] = text.match(/[\p{L}\p{M}]+/gu) ?? [];
  return rest.filter((word) => /^\p{Lu}/u.test(word)).flatMap((word) => words(word).filter((one) => silent.has(one)));
}
