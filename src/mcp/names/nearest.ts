import { editDistance } from '../../contract/schema/arguments.ts';
import { fold } from '../../shared/text/fold.ts';
import type { Candidate } from './name.ts';

const TOLD = 5;
/** Long enough for a name; the work of comparing grows with the length. */
const COMPARED = 80;

/** The candidates whose names come nearest, those that hold the text or are held by it first. */
export function nearest(candidates: readonly Candidate[], given: string): Candidate[] {
  const wanted = fold(given).slice(0, COMPARED);
  const ranked = candidates.map((candidate) => {
    const name = fold(candidate.name).slice(0, COMPARED);
    const holds = name !== '' && (name.includes(wanted) || wanted.includes(name));
    return { candidate, distance: holds ? 0 : editDistance(wanted, name) / Math.max(wanted.length, name.length, 1) };
  });
  return ranked
    .sort((a, b) => a.distance - b.distance)
    .slice(0, TOLD)
    .map(({ candidate: { id, name } }) => ({ id, name }));
}
