import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BY_CLOCK } from '../../scripts/pictures/clock.ts';
import { RECORDINGS, recording } from '../../scripts/pictures/recordings.ts';
import { terminalSvg } from '../../scripts/pictures/terminal-svg.ts';
import { hasTerminal } from '../support/at-terminal.ts';

test.runIf(hasTerminal).each(RECORDINGS)(
  'the recording %s shows what kith prints today: `node scripts/run.mjs scripts/pictures.ts`',
  (name) => {
    expect(recording(name, BY_CLOCK) === readFileSync(`docs/pictures/${name}.svg`, 'utf8')).toBe(true);
  },
);

test('a recording contains the printed text, wrapped at the edge and escaped', () => {
  const output = `\x1b[1mTo <b> & "c"\x1b[0m\n\n  ${'x'.repeat(20)}\n`;
  const svg = terminalSvg('<title>', [{ command: 'kith find', output }], 16);
  const shown = [...svg.matchAll(/<tspan(?: class="(\w+)")? [^>]*>([^<]*)<\/tspan>/g)].map(([, weight, text]) => [
    weight,
    text,
  ]);
  expect(shown).toEqual([
    ['faint', '$ '],
    ['bold', 'kith find'],
    ['bold', 'To &lt;b&gt; &amp; &quot;c&quot;'],
    [undefined, `  ${'x'.repeat(14)}`],
    [undefined, 'xxxxxx'],
    ['faint', '$ '],
  ]);
  expect(svg).toContain('aria-label="&lt;title&gt;"');
  expect(() => terminalSvg('', [{ command: '', output: '\x1b[2K' }], 16)).toThrow('unknown escape code');
});
