import type { Operation } from '../../contract/schema/operation.ts';

// Guesses from common words whether a query wants to read, change or delete. Descriptions lack those words, but each
// operation does one of the three.

type Intent = 'ask' | 'change' | 'remove';

const SAID: Record<Intent, RegExp> = {
  ask: /\b(?:what|which|whos?e?|whom|when|where|how|is|are|do i|does|did|show|list|see|view|look|find|search|tell|give me|get|read|open|count|number of|latest|overview|everything|everybody|everyone)\b|\?\s*$/i,
  change:
    /\b(?:adds?|create|make|new|save|put|set|start|register|write|log|note|remind|define|import|pin|tag|label|schedule|book|invite|publish|change|update|edit|fix|correct|rename|mark|move[ds]?|complete|finish|done|snooze|postpone|reschedule|hide|archive|merge|combine|undo|restore|undelete|recover|bring|accept|decline|split|separate|star|fill)\b/i,
  remove: /\b(?:delete|remove|erase|cancel|drop|clear|rid of|take (?:\w+ ){0,2}(?:out|off)|unpin|untag|throw)\b/i,
};

/** Intents of a query; empty if it only names things. */
export function intentsOf(text: string): ReadonlySet<Intent> {
  // "Get rid of" and "get back" are not reads.
  const plain = text.replace(/\b(?:get|give) (?=rid|\w+ back|back)/gi, '');
  return new Set((Object.keys(SAID) as Intent[]).filter((intent) => SAID[intent].test(plain)));
}

/** Intent of an operation. A merge deletes records, but users who ask for one do not call it a deletion. */
const intentOf = ({ effect, name }: Operation): Intent =>
  effect === 'read' ? 'ask' : effect === 'delete' && !name.startsWith('merge') ? 'remove' : 'change';

/** Factor for an operation with another intent. */
const UNFIT = 0.7;
/** Factor for a requested deletion. Few operations delete, and users ask for one explicitly. */
const WANTED = 1.4;

/** Factor for how well an operation fits the query's intents. Deletions never match other intents. */
export function intentFactor(operation: Operation, intents: ReadonlySet<Intent>): number {
  const intent = intentOf(operation);
  if (intents.size === 0) return intent === 'remove' ? UNFIT : 1;
  if (!intents.has(intent)) return UNFIT;
  return intent === 'remove' ? WANTED : 1;
}
