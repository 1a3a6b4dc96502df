import { smallest } from '../../../shared/lists.ts';
import { type Graph, type Placed, placed } from './layout.ts';

// Draws a person's relations in an element with data-graph. The layout is computed once for each width and does not
// move. The list beside it has the same people.

const SVG = 'http://www.w3.org/2000/svg';
const RADIUS = 9;
/** A name may be longer if there is room around its dot. */
const SHORTEST_ROOM = 14;
const CHARACTER_WIDTH = 7.5;
/** Dots with less distance in height have their names beside each other. */
const LINE_HEIGHT = 48;

for (const place of document.querySelectorAll<HTMLElement>('[data-graph]')) {
  const graph: Graph = JSON.parse(place.dataset.graph!);
  let drawn = 0;
  new ResizeObserver(() => {
    const width = Math.floor(place.clientWidth);
    if (width === drawn || width === 0) return;
    // The focused node keeps the focus at any width.
    const focused = place.querySelector('a:focus')?.getAttribute('href');
    drawn = width;
    place.replaceChildren(drawing(graph, width));
    if (focused) place.querySelector<SVGAElement>(`a[href="${CSS.escape(focused)}"]`)?.focus();
  }).observe(place);
}

function drawing(graph: Graph, width: number): SVGSVGElement {
  const { nodes, height } = placed(graph, width);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const lines = graph.links.map(([from, to]) => line(byId.get(from)!, byId.get(to)!));
  const svg = element('svg', {
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    role: 'group',
    'aria-label': graph.title,
  });
  for (const drawn of [
    ...lines,
    ...nodes.map((node, index) => person(node, index === 0 && !graph.isNetwork, charactersAt(node, nodes, width))),
  ])
    svg.append(drawn);
  return svg;
}

const line = (from: Placed, to: Placed) => element('line', { x1: from.x, y1: from.y, x2: to.x, y2: to.y });

/** How many characters fit at a dot, up to the edges and to the names beside it. */
function charactersAt(node: Placed, nodes: readonly Placed[], width: number): number {
  const beside = nodes.filter((other) => other !== node && Math.abs(other.y - node.y) < LINE_HEIGHT);
  const room = smallest([2 * node.x, 2 * (width - node.x), ...beside.map(({ x }) => Math.abs(x - node.x))]);
  return Math.max(SHORTEST_ROOM, Math.floor(room / CHARACTER_WIDTH));
}

function person({ id, name, role, x, y }: Placed, isMiddle: boolean, most: number): SVGElement {
  const group = isMiddle ? element('g', { class: 'middle', role: 'img' }) : element('a', { href: `/people/${id}` });
  const title = element('title', {});
  title.textContent = role ? `${name}, ${role}` : name;
  // Larger than the visible dot, for fingers.
  const room = element('rect', { class: 'room', x: x - 40, y: y - 18, width: 80, height: 48, rx: 8 });
  const dot = element('circle', { cx: x, cy: y, r: isMiddle ? RADIUS + 4 : RADIUS });
  group.append(title, room, dot, label(cut(name, most), x, y + RADIUS + 17));
  if (role) group.append(label(cut(role, most), x, y + RADIUS + 32, 'role'));
  return group;
}

/** Shortens a name for display. Screen readers get the full name. */
function label(text: string, x: number, y: number, name = ''): SVGElement {
  const shown = element('text', { x, y, 'text-anchor': 'middle', class: name, 'aria-hidden': 'true' });
  shown.textContent = text;
  return shown;
}

/** Counts graphemes, so that a name is not cut within one. */
function cut(text: string, most: number): string {
  const characters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text;
}

function element<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Record<string, string | number>,
): SVGElementTagNameMap[K] {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
