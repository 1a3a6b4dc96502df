// A terminal recording as one SVG without scripts: rows stand still, and a mask over them and the rows themselves move
// in steps. With reduced motion, only the first screen is shown. It plays once.

export interface Recording {
  /** In the order of typing. */
  command: string;
  /** Output, with the terminal's own codes for bold and faint. */
  output: string;
}

const ROWS = 28;
const [CHARACTER, LINE, SIZE, EDGE, BAR] = [8.4, 19, 14, 14, 34];
const TYPED_MS = 45;
const LINE_MS = 110;
/** Pause before typing, and before new content: long enough to read the screen. */
const READ_MS = 1800;

/** Bold and faint, as set by `ESC[…m`. */
type Weight = '' | 'bold' | 'faint';
interface Run {
  text: string;
  weight: Weight;
}
interface Row {
  runs: Run[];
  /** Milliseconds from the start until it appears. */
  at: number;
  /** Number of typed characters. */
  typed?: number;
}

/** The recording as SVG text. `columns` is the terminal's width. */
export function terminalSvg(title: string, recorded: readonly Recording[], columns: number): string {
  const rows = timed(recorded, columns);
  const length = rows.at(-1)!.at + READ_MS;
  const [width, height] = [columns * CHARACTER + 2 * EDGE, ROWS * LINE + BAR + EDGE];
  const y = (row: number) => BAR + row * LINE;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">
<style>
text { font: ${SIZE}px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; fill: #d7dce2; white-space: pre }
.bold { font-weight: 700; fill: #fff }
.faint, .title { fill: #8b95a1 }
.screen, .blind { fill: #14181d }
@media (prefers-reduced-motion: no-preference) {
.rows { animation: rows ${length}ms step-end both }
.blind { animation: blind ${length}ms step-end both }
${keyframes('rows', length, scrolled(rows))}
${keyframes('blind', length, uncovered(rows))}
}
@media (prefers-reduced-motion: reduce) { .blind { display: none } }
</style>
<clipPath id="window"><rect y="${BAR}" width="${width}" height="${ROWS * LINE}"/></clipPath>
<rect class="screen" width="${width}" height="${height}" rx="8"/>
<circle cx="18" cy="17" r="5" fill="#f2655a"/><circle cx="36" cy="17" r="5" fill="#f4bd50"/><circle cx="54" cy="17" r="5" fill="#5cc454"/>
<text class="title" x="${width / 2}" y="22" text-anchor="middle">${escaped(title)}</text>
<g clip-path="url(#window)"><g class="rows">
${rows.map(({ runs }, index) => textOf(runs, y(index) + SIZE)).join('\n')}
<path class="blind" d="M${EDGE} ${BAR}H${2 * width}V${y(rows.length + ROWS)}H${-width}V${y(1)}H${EDGE}z"/>
</g></g>
</svg>
`;
}

/** The rows of all commands, each with its time. */
function timed(recorded: readonly Recording[], columns: number): Row[] {
  const rows: Row[] = [];
  let at = 0;
  for (const { command, output } of recorded) {
    if (at > 0) at += READ_MS;
    rows.push({
      runs: [
        { text: '$ ', weight: 'faint' },
        { text: command, weight: 'bold' },
      ],
      at,
      typed: command.length,
    });
    at += (command.length + 8) * TYPED_MS;
    let before: Run[] | undefined;
    for (const runs of output
      .trimEnd()
      .split('\n')
      .flatMap((line) => wrapped(runsOf(line), columns))) {
      // Text after an empty line, with its own heading, is new content.
      const isHeading = before?.length === 0 && runs[0]?.weight === 'bold';
      at += isHeading ? READ_MS : LINE_MS;
      rows.push({ runs, at });
      before = runs;
    }
    rows.push({ runs: [], at });
  }
  rows.push({ runs: [{ text: '$ ', weight: 'faint' }], at });
  return rows;
}

type Step = [ms: number, x: number, y: number];

/** Where rows move: up one line for each row below the window. */
const scrolled = (rows: readonly Row[]): Step[] => [
  [0, 0, 0],
  ...rows.flatMap(({ at }, index): Step[] => (index < ROWS ? [] : [[at, 0, -(index - ROWS + 1) * LINE]])),
];

/** Where the mask moves: below each visible row, and along the typed text. */
const uncovered = (rows: readonly Row[]): Step[] =>
  rows.flatMap(({ at, typed }, index): Step[] =>
    typed === undefined
      ? [[at, 0, (index + 1) * LINE]]
      : Array.from({ length: typed + 1 }, (_, count) => [at + count * TYPED_MS, (count + 2) * CHARACTER, index * LINE]),
  );

/** The last of several at one time wins. */
function keyframes(name: string, length: number, steps: readonly Step[]): string {
  const byTime = new Map(steps.map(([ms, x, y]) => [((ms * 100) / length).toFixed(3), `${round(x)}px,${round(y)}px`]));
  const [, x, y] = steps.at(-1)!;
  byTime.set('100', `${round(x)}px,${round(y)}px`);
  const frames = [...byTime].map(([percent, place]) => `${percent}% { transform: translate(${place}) }`);
  return `@keyframes ${name} { ${frames.join(' ')} }`;
}

function runsOf(line: string): Run[] {
  const runs: Run[] = [];
  let weight: Weight = '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's marks begin with one
  for (const part of line.split(/(\x1b\[\d*m)/)) {
    if (part === '\x1b[1m') weight = 'bold';
    else if (part === '\x1b[2m') weight = 'faint';
    else if (part === '\x1b[0m') weight = '';
    else if (part.includes('\x1b')) throw new Error(`unknown escape code: ${JSON.stringify(part)}`);
    else if (part !== '') runs.push({ text: part, weight });
  }
  return runs;
}

/** Wraps a long line at the edge, as a terminal does. */
function wrapped(runs: readonly Run[], columns: number): Run[][] {
  const lines: Run[][] = [[]];
  let room = columns;
  for (const { text, weight } of runs) {
    let rest = [...text];
    while (rest.length > 0) {
      if (room === 0) {
        lines.push([]);
        room = columns;
      }
      lines.at(-1)!.push({ text: rest.slice(0, room).join(''), weight });
      const taken = Math.min(room, rest.length);
      rest = rest.slice(taken);
      room -= taken;
    }
  }
  return lines;
}

/** Each run is stretched to its columns, in any font. */
function textOf(runs: readonly Run[], y: number): string {
  let column = 0;
  const spans = runs.map(({ text, weight }) => {
    const length = [...text].length;
    const x = EDGE + column * CHARACTER;
    column += length;
    const style = weight && ` class="${weight}"`;
    return `<tspan${style} x="${round(x)}" textLength="${round(length * CHARACTER)}">${escaped(text)}</tspan>`;
  });
  return spans.length === 0 ? '' : `<text y="${y}">${spans.join('')}</text>`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
