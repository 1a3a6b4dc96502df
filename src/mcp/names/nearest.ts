import { fold } from '../../shared/text/fold.ts';
import { editDistance } from '../../shared/text/nearest-name.ts';
import type { Candidate } from './name.ts';

const TOLD = 5;
/** How much of a name may differ in one that is probably meant. */
const NEAR = 0.4;
/** How much may differ in one that is still worth naming. */
const FAR = 0.6;
/** Long enough for a name; the work of comparing grows with the length. */
const COMPARED = 80;

/**
 * The candidates whose names come nearest, those that hold the text or are held by it first; none where all are far from
 * it.
 */
export function nearest(candidates: readonly Candidate[], given: string): Candidate[] {
  const wanted = fold(given).slice(0, COMPARED);
  const ranked = candidates.map((candidate) => {
    const name = fold(candidate.name).slice(0, COMPARED);
    return { candidate, distance: distanceOf(wanted, name) };
  });
  ranked.sort((a, b) => a.distance - b.distance);
  // Where one is near, others that merely come next would only be read.
  const farthest = (ranked[0]?.distance ?? 0) <= NEAR ? NEAR : FAR;
  return ranked
    .filter(({ distance }) => distance <= farthest)
    .slice(0, TOLD)
    .map(({ candidate: { id, name } }) => ({ id, name }));
}

function distanceOf(wanted: string, name: string): number {
  if (name !== '' && (name.includes(wanted) || wanted.includes(name))) return 0;
  const distance = editDistance(wanted, name) / Math.max(wanted.length, name.length, 1);
  return sharesWord(wanted, name) ? Math.min(distance, FAR) : distance;
}

const sharesWord = (a: string, b: string): boolean => {
  const words = a.split(/\s+/);
  return b.split(/\s+/).some((word) => word !== '' && words.includes(word));
};
