import { shouldYield, yieldToOthers } from '../../shared/yield.ts';
import type { Comparison, Reason } from './evidence.ts';
import type { Profile } from './profile.ts';
import { BANDS, type Confidence } from './weights.ts';

/** Two contacts, by their places in the list of profiles, and how they compare. */
export interface Edge extends Comparison {
  a: number;
  b: number;
}

/** Contacts that may be one person; the first is the one a merge would keep. */
export interface Duplicate {
  contactIds: string[];
  confidence: Confidence;
  score: number;
  reasons: Reason[];
}

const MOST_MEMBERS = 10;

/**
 * Clusters of contacts that each hold to the oldest of them, or to at least half, or to one where nothing certain is
 * weakened by it; what is left comes as pairs. Links below likely join nobody, nor does what a household shares: one bad
 * link glues two families together. Ordered by score, then ids, whatever the order of the edges.
 */
export async function toDuplicates(
  profiles: readonly Profile[],
  edges: readonly Edge[],
  contradicts: (a: number, b: number) => boolean,
): Promise<Duplicate[]> {
  const isOlder = (a: number, b: number) =>
    profiles[a]!.createdAt === profiles[b]!.createdAt
      ? profiles[a]!.id < profiles[b]!.id
      : profiles[a]!.createdAt < profiles[b]!.createdAt;
  const byAge = (a: number, b: number) => (isOlder(a, b) ? -1 : 1);
  // Of equal scores in the order of their ids, so that the order in which they were found does not matter.
  const rank = new Int32Array(profiles.length);
  for (const [at, index] of [...profiles.keys()].sort((a, b) => (profiles[a]!.id < profiles[b]!.id ? -1 : 1)).entries())
    rank[index] = at;
  const first = ({ a, b }: Edge) => Math.min(rank[a]!, rank[b]!);
  const second = ({ a, b }: Edge) => Math.max(rank[a]!, rank[b]!);
  const surer = (x: Edge, y: Edge) => BANDS[y.confidence] - BANDS[x.confidence] || y.score - x.score;
  const sorted = [...edges].sort((x, y) => surer(x, y) || first(x) - first(y) || second(x) - second(y));
  const links = sorted.filter(({ score, joins }) => score >= BANDS.likely && joins);

  const clusters = await cluster(profiles.length, links, { byAge, contradicts });
  const linksIn = new Map<number[], Edge[]>([...clusters.values()].map((members) => [members, []]));
  for (const edge of links) {
    const members = clusters.get(edge.a);
    if (members && members === clusters.get(edge.b)) linksIn.get(members)!.push(edge);
  }
  const found: Duplicate[] = [];
  for (const [members, within] of linksIn) {
    found.push(describe(members.sort(byAge), within));
    if (shouldYield()) await yieldToOthers();
  }
  for (const edge of sorted) {
    const together = clusters.get(edge.a);
    if (together && together === clusters.get(edge.b)) continue;
    const { a, b, confidence, reasons, score } = edge;
    found.push({ contactIds: idsOf([a, b].sort(byAge)), confidence, score: rounded(score), reasons });
    if (shouldYield()) await yieldToOthers();
  }
  const keyed = found.map((duplicate) => ({ duplicate, key: orderKey(duplicate) }));
  return keyed.sort((a, b) => inOrder(a.key, b.key)).map(({ duplicate }) => duplicate);

  function idsOf(members: number[]): string[] {
    return members.map((member) => profiles[member]!.id);
  }

  /** As sure as the weakest link that holds the members together. */
  function describe(members: number[], links: readonly Edge[]): Duplicate {
    const root = new Map(members.map((member) => [member, member]));
    const rootOf = (member: number): number => (root.get(member) === member ? member : rootOf(root.get(member)!));
    const needed = links.filter(({ a, b }) => {
      if (rootOf(a) === rootOf(b)) return false;
      root.set(rootOf(a), rootOf(b));
      return true;
    });
    const weakest = needed.at(-1)!;
    const reasons = [...new Set(needed.flatMap((edge) => edge.reasons))];
    return { contactIds: idsOf(members), confidence: weakest.confidence, score: rounded(weakest.score), reasons };
  }
}

interface Rules {
  byAge(a: number, b: number): number;
  contradicts(a: number, b: number): boolean;
}

async function cluster(
  count: number,
  links: readonly Edge[],
  { byAge, contradicts }: Rules,
): Promise<Map<number, number[]>> {
  const clusterOf = new Map<number, number[]>();
  const firm = links.filter(({ joins }) => joins === 'firmly');
  const nameOf = (a: number, b: number) => Math.min(a, b) * count + Math.max(a, b);
  const linked = new Set(firm.map(({ a, b }) => nameOf(a, b)));
  const isLinked = (a: number, b: number) => linked.has(nameOf(a, b));
  const holds = (members: number[]): boolean => {
    const [survivor] = [...members].sort(byAge);
    return members.every(
      (member) =>
        member === survivor ||
        isLinked(member, survivor!) ||
        members.filter((other) => other !== member && isLinked(member, other)).length * 2 >= members.length,
    );
  };
  /** Clusters that a link below certain holds together. */
  const unsure = new Set<number[]>();
  const isCertain = (members: number[]) => members.length > 1 && !unsure.has(members);
  const join = async (
    edges: readonly Edge[],
    may: (ofA: number[], ofB: number[], confidence: Confidence) => boolean,
  ): Promise<boolean> => {
    let joined = false;
    for (const { a, b, confidence } of edges) {
      if (shouldYield()) await yieldToOthers();
      const [ofA, ofB] = [clusterOf.get(a) ?? [a], clusterOf.get(b) ?? [b]];
      if (ofA === ofB || ofA.length + ofB.length > MOST_MEMBERS || !may(ofA, ofB, confidence)) continue;
      if (ofA.some((one) => ofB.some((other) => contradicts(one, other)))) continue;
      const members = [...ofA, ...ofB];
      for (const member of members) clusterOf.set(member, members);
      if (confidence !== 'certain' || unsure.has(ofA) || unsure.has(ofB)) unsure.add(members);
      joined = true;
    }
    return joined;
  };
  // What does not hold yet may hold once others have joined.
  while (await join(firm, (ofA, ofB) => holds([...ofA, ...ofB])));
  // Of what hangs on by a single link, nothing that is certain already becomes less so.
  await join(links, (ofA, ofB, confidence) =>
    isCertain(ofA) || isCertain(ofB) ? confidence === 'certain' && !unsure.has(ofA) && !unsure.has(ofB) : true,
  );
  return clusterOf;
}

export const rounded = (score: number): number => Math.round(score * 10) / 10;

/** What a list is sorted by, and a cursor names: how sure, the score, and the ids. */
export type OrderKey = [number, number, string];

export const orderKey = ({ confidence, score, contactIds }: Duplicate): OrderKey => [
  BANDS[confidence],
  score,
  contactIds.join(),
];

/** The surest first, then by score; the ids settle what is left. */
export function inOrder([bandA, scoreA, idsA]: OrderKey, [bandB, scoreB, idsB]: OrderKey): number {
  return bandB - bandA || scoreB - scoreA || (idsA < idsB ? -1 : idsA > idsB ? 1 : 0);
}
