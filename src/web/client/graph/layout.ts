import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationNodeDatum,
} from 'd3-force';
import { largest, smallest } from '../../../shared/lists.ts';

export interface Node {
  id: string;
  name: string;
  /** Their relation to the person in the middle. */
  role: string;
}

export interface Graph {
  title: string;
  /** The person in the middle comes first. */
  nodes: Node[];
  links: [string, string][];
  /** Without anybody in the middle. */
  isNetwork?: boolean;
}

export interface Placed extends Node {
  x: number;
  y: number;
}

interface Moving extends Node, SimulationNodeDatum {}

const ROUNDS = 300;
/** Half the width of a name, and the ratio of its width to its height: names do not overlap. */
const ROOM = 62;
const FLATTER = 2;
/** Margin for the names of the outermost dots. */
const EDGE = { side: 58, above: 16, below: 48 };

/** Positions of all nodes. The same graph and width give the same positions. */
export function placed({ nodes, links, isNetwork }: Graph, width: number): { nodes: Placed[]; height: number } {
  const moving = nodes.map(
    (node, index): Moving => (index === 0 && !isNetwork ? { ...node, fx: 0, fy: 0 } : { ...node }),
  );
  const half = width / 2 - EDGE.side;
  const across = (x = 0) => Math.min(Math.max(x, -half), half);
  forceSimulation(moving)
    .force(
      'links',
      forceLink<Moving, { source: string; target: string }>(links.map(([source, target]) => ({ source, target })))
        .id(({ id }) => id)
        .distance(2.2 * ROOM)
        .strength(0.1),
    )
    .force('apart', forceManyBody().strength(-400))
    .force('names', forceCollide(ROOM).iterations(4))
    .force('x', forceX().strength(0.02))
    .force('y', forceY().strength(0.08))
    .force('within', () => {
      for (const node of moving) node.x = across(node.x);
    })
    .stop()
    .tick(ROUNDS);
  const top = smallest(moving.map(({ y = 0 }) => y)) / FLATTER;
  const bottom = largest(moving.map(({ y = 0 }) => y)) / FLATTER;
  return {
    nodes: moving.map(({ id, name, role, x, y = 0 }) => ({
      ...{ id, name, role },
      x: Math.round(width / 2 + across(x)),
      y: Math.round(EDGE.above + y / FLATTER - top),
    })),
    height: Math.round(EDGE.above + bottom - top + EDGE.below),
  };
}
