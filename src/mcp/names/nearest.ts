import { fold } from '../../shared/text/fold.ts';
import { editDistance } from '../../shared/text/nearest-name.ts';
import type { Candidate } from './name.ts';

const TOLD = 5;
/** How much of a name may differ in one that is probably meant. */
const NEAR = 0.4;
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
  ranked.sort((a, b) => a.distance - b.distance);
  // Where one is near, others that merely come next would only be read.
  const farthest = (ranked[0]?.distance ?? 0) <= NEAR ? NEAR : 1;
  return ranked
    .filter(({ distance }) => distance <= farthest)
    .slice(0, TOLD)
    .map(({ candidate: { id, name } }) => ({ id, name }));
}
