import type { Operation } from '../../contract/schema/operation.ts';

// What somebody wants done, as far as the words tell that stand in every sentence: to be told something, to have something
// changed, or gone. No description holds those words, but each operation does one of the three.

type Mood = 'ask' | 'change' | 'remove';

const SAID: Record<Mood, RegExp> = {
  ask: /\b(?:what|which|whos?e?|whom|when|where|how|is|are|do i|does|did|show|list|see|view|look|find|search|tell|give me|get|read|open|count|number of|latest|overview|everything|everybody|everyone)\b|\?\s*$/i,
  change:
    /\b(?:adds?|create|make|new|save|put|set|start|register|write|log|note|remind|define|import|pin|tag|label|schedule|book|invite|publish|change|update|edit|fix|correct|rename|mark|move[ds]?|complete|finish|done|snooze|postpone|reschedule|hide|archive|merge|combine|undo|restore|undelete|recover|bring|accept|decline|split|separate|star|fill)\b/i,
  remove: /\b(?:delete|remove|erase|cancel|drop|clear|rid of|take (?:\w+ ){0,2}(?:out|off)|unpin|untag|throw)\b/i,
};

/** The moods of a text; none where it only names things. */
export function moodsOf(text: string): ReadonlySet<Mood> {
  // Asked to get something back or rid of, nobody asks to be told.
  const plain = text.replace(/\b(?:get|give) (?=rid|\w+ back|back)/gi, '');
  return new Set((Object.keys(SAID) as Mood[]).filter((mood) => SAID[mood].test(plain)));
}

/** What an operation does of these. A merge takes records away, and still is no removal to those who ask for it. */
const moodOf = ({ effect, name }: Operation): Mood =>
  effect === 'read' ? 'ask' : effect === 'delete' && !name.startsWith('merge') ? 'remove' : 'change';

/** Of another mood than what is said. */
const UNFIT = 0.7;
/** Removals are few, and asked for in so many words. */
const WANTED = 1.4;

/** How well an operation fits the moods of a query. Nothing is removed unasked. */
export function fits(operation: Operation, moods: ReadonlySet<Mood>): number {
  const mood = moodOf(operation);
  if (moods.size === 0) return mood === 'remove' ? UNFIT : 1;
  if (!moods.has(mood)) return UNFIT;
  return mood === 'remove' ? WANTED : 1;
}
