import { shouldYield, yieldToOthers } from '../../shared/yield.ts';
import type { Comparison, Reason } from './evidence.ts';
import type { Profile } from './profile.ts';
import { BANDS, type Confidence } from './weights.ts';

/** Two contacts, as indexes into the profile list, and their comparison. */
export interface Edge extends Comparison {
  a: number;
  b: number;
}

/** Contacts that may be the same person. A merge would keep the first. */
export interface Duplicate {
  contactIds: string[];
  confidence: Confidence;
  score: number;
  reasons: Reason[];
}

const MAX_MEMBERS = 10;

/**
 * Groups contacts into clusters and returns the remaining links as pairs. In a cluster, each member is linked to the
 * oldest member or to at least half of the members. A member with a single link may join if no certain link is
 * weakened. Links below "likely" and shared household data never join contacts, because one bad link would merge two
 * families. The result is sorted by score, then ids, and does not depend on the order of the edges.
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
  // Break ties by id, so that the result does not depend on the order of the edges.
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

  /** Builds the cluster's result. Its confidence is that of its weakest necessary link. */
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
  /** Clusters that depend on a link below "certain". */
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
      if (ofA === ofB || ofA.length + ofB.length > MAX_MEMBERS || !may(ofA, ofB, confidence)) continue;
      if (ofA.some((one) => ofB.some((other) => contradicts(one, other)))) continue;
      const members = [...ofA, ...ofB];
      for (const member of members) clusterOf.set(member, members);
      if (confidence !== 'certain' || unsure.has(ofA) || unsure.has(ofB)) unsure.add(members);
      joined = true;
    }
    return joined;
  };
  // A rejected join may become valid after other contacts have joined.
  while (await join(firm, (ofA, ofB) => holds([...ofA, ...ofB])));
  // Joining by a single link must not lower the confidence of a certain cluster.
  await join(links, (ofA, ofB, confidence) =>
    isCertain(ofA) || isCertain(ofB) ? confidence === 'certain' && !unsure.has(ofA) && !unsure.has(ofB) : true,
  );
  return clusterOf;
}

export const rounded = (score: number): number => Math.round(score * 10) / 10;

/** Sort key of a list, also used in cursors: confidence, score, and ids. */
export type OrderKey = [number, number, string];

export const orderKey = ({ confidence, score, contactIds }: Duplicate): OrderKey => [
  BANDS[confidence],
  score,
  contactIds.join(),
];

/** Sorts by confidence, then score, then ids. */
export function inOrder([bandA, scoreA, idsA]: OrderKey, [bandB, scoreB, idsB]: OrderKey): number {
  return bandB - bandA || scoreB - scoreA || (idsA < idsB ? -1 : idsA > idsB ? 1 : 0);
}
