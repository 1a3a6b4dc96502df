import type { Frame } from './fold.ts';

const WIDTH = 1200;
const ROW = 18;
const LETTER = 6.3;
const TOP = 44;
/** Narrower frames are omitted, with all their calls. */
const MIN_SHARE = 0.004;

/** A function's origin, by its path, and its color. */
const LAYERS: [name: string, start: string, color: string][] = [
  ['MCP', 'src/mcp/', '#f4a582'],
  ['tools', 'tools/', '#f4a582'],
  ['client', 'src/client/', '#f7d08a'],
  ['contract', 'src/contract/', '#d9e6a2'],
  ['service', 'src/service/', '#9fd3a8'],
  ['import', 'src/import/', '#e6b3d6'],
  ['other of kith', 'src/', '#f0e3c4'],
  ['Node and V8', 'Node', '#d0d0d0'],
  ['Node and V8', 'V8', '#d0d0d0'],
];
const LIBRARY: [name: string, color: string] = ['libraries', '#a9c7e8'];

/** A flame graph: the widest frame at the bottom, its calls above it, each as wide as its share of the time. */
export function picture(title: string, root: Frame): string {
  const depth = depthOf(root, root.time);
  const height = TOP + depth * ROW + 6;
  const shown: string[] = [];
  draw(root, 0, 0);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="11">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    `<text x="6" y="16" font-size="13">${escaped(title)}</text>`,
    ...legend(),
    ...shown,
    '</svg>\n',
  ].join('\n');

  function draw(frame: Frame, left: number, level: number): void {
    const width = (frame.time / root.time) * WIDTH;
    const y = height - (level + 1) * ROW - 6;
    const percent = ((frame.time / root.time) * 100).toFixed(1);
    const place = frame.place && frame.place !== frame.name ? `, ${frame.place}` : '';
    const letters = Math.floor((width - 6) / LETTER);
    const text = frame.name.length <= letters ? frame.name : letters > 3 ? `${frame.name.slice(0, letters - 1)}…` : '';
    shown.push(
      `<g><title>${escaped(`${frame.name}${place}: ${percent} %`)}</title>` +
        `<rect x="${left.toFixed(1)}" y="${y}" width="${Math.max(width - 0.5, 0.5).toFixed(1)}" height="${ROW - 1}" fill="${colorOf(frame.place)}"/>` +
        (text && `<text x="${(left + 3).toFixed(1)}" y="${y + 12.5}">${escaped(text)}</text>`) +
        '</g>',
    );
    let next = left;
    for (const child of wideOf(frame, root.time)) {
      draw(child, next, level + 1);
      next += (child.time / root.time) * WIDTH;
    }
  }
}

/** A frame's calls, longest first. */
const wideOf = (frame: Frame, all: number): Frame[] =>
  [...frame.children.values()]
    .filter(({ time }) => time >= all * MIN_SHARE)
    .sort((one, other) => other.time - one.time || (one.name < other.name ? -1 : 1));

const depthOf = (frame: Frame, all: number): number =>
  1 + Math.max(0, ...wideOf(frame, all).map((child) => depthOf(child, all)));

function layerOf(place: string): [name: string, color: string] {
  const layer = LAYERS.find(([, start]) => place.startsWith(start));
  return layer ? [layer[0], layer[2]] : LIBRARY;
}

const colorOf = (place: string): string => (place === '' ? '#eeeeee' : layerOf(place)[1]);

function legend(): string[] {
  const named = new Map([...LAYERS.map(([name, , color]) => [name, color] as const), LIBRARY]);
  named.delete('tools');
  return [...named].map(([name, color], index) => {
    const x = 6 + index * 120;
    return `<rect x="${x}" y="24" width="11" height="11" fill="${color}"/><text x="${x + 16}" y="34">${name}</text>`;
  });
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
