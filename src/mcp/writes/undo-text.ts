import type { UndoCall, UndoSteps } from '../../../tools/undo/undo.ts';
import { sanitize } from '../../shared/text/sanitize.ts';

/** Maximum length of the calls with their arguments. */
const MAX_LENGTH = 4_000;

/** Tools that work for 30 days. */
const EXPIRING = new Set<string>(['restore_from_trash', 'undo_contact_merge']);

/** One line that names the calls and their arguments: `delete_note {"noteId":"…"}; then …`. */
export function undoText(steps: UndoSteps): string {
  if (typeof steps === 'string') return sanitize(steps);
  if (steps.length === 0) return 'Nothing changed, so there is nothing to undo.';
  const calls = steps.map(({ tool, args }) => `${tool} ${JSON.stringify(args)}`).join('; then ');
  const limit = steps.some(({ tool }) => EXPIRING.has(tool)) ? ' (for 30 days)' : '';
  return sanitize(calls.length > MAX_LENGTH ? withoutArguments(steps) : calls) + limit;
}

function withoutArguments(steps: UndoCall[]): string {
  const counts = new Map<string, number>();
  for (const { tool } of steps) counts.set(tool, (counts.get(tool) ?? 0) + 1);
  const calls = [...counts].map(([tool, count]) => (count > 1 ? `${tool} for each of the ${count} records` : tool));
  return `${calls.join('; then ')}. The ids and values are too long to show here.`;
}
