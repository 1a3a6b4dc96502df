import { fold } from '../../shared/text/fold.ts';
import { editDistance } from '../../shared/text/nearest-name.ts';
import type { NameCandidate } from './name.ts';

const MAX_CANDIDATES = 5;
/** Maximum difference of a name that is a likely match. */
const NEAR = 0.4;
/** Maximum difference of a name that is still worth suggesting. */
const FAR = 0.6;
/** Characters compared. The cost of a comparison grows with the length. */
const MAX_COMPARED_LENGTH = 80;

/**
 * Returns the candidates with the nearest names. Names that contain the given one, or are contained in it, come first.
 * Empty if none is near.
 */
export function nearestCandidates(candidates: readonly NameCandidate[], given: string): NameCandidate[] {
  const wanted = fold(given).slice(0, MAX_COMPARED_LENGTH);
  const ranked = candidates.map((candidate) => {
    const name = fold(candidate.name).slice(0, MAX_COMPARED_LENGTH);
    return { candidate, distance: distanceOf(wanted, name) };
  });
  ranked.sort((a, b) => a.distance - b.distance);
  // If one candidate is near, distant ones would only distract.
  const farthest = (ranked[0]?.distance ?? 0) <= NEAR ? NEAR : FAR;
  return ranked
    .filter(({ distance }) => distance <= farthest)
    .slice(0, MAX_CANDIDATES)
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
