import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { short } from '../../bench/figures.ts';
import { FAULTS } from '../client/fault-proxy.ts';
import { BREAKS, type Break, sees } from './breaks.ts';
import { type CampaignResult, killsOf, runCampaign } from './campaign.ts';
import { EVENTS } from './events.ts';
import { VIOLATIONS } from './history.ts';
import { TALLY } from './round.ts';
import { ENGINES, type EngineName } from './subject.ts';

export interface CampaignSettings {
  writes: number;
  kills: number;
  engines: string;
  seed: number;
  minutes: number;
  folder?: string | undefined;
  broken?: string | undefined;
}

const say = (text: string) => process.stdout.write(`${text}\n`);

/**
 * Runs the campaign on each engine concurrently, with its share of writes and kills. Returns whether all promises were
 * kept.
 */
export async function campaign(settings: CampaignSettings): Promise<boolean> {
  const { seed, minutes, broken } = settings;
  const engines = settings.engines.split(',').map(readEngine);
  if (broken !== undefined && !(broken in BREAKS)) {
    throw new Error(`--break is one of ${Object.keys(BREAKS).join(', ')}`);
  }
  const folder = settings.folder ?? mkdtempSync(join(tmpdir(), 'kith-campaign-'));
  mkdirSync(folder, { recursive: true });
  const stop = new AbortController();
  const end = () => stop.abort();
  process.once('SIGINT', end).once('SIGTERM', end);
  const timer = setTimeout(end, minutes * 60_000);
  const latest = new Map<EngineName, CampaignResult>();
  const share = (total: number) => Math.ceil(total / engines.length);
  const results = await Promise.all(
    engines.map((engine) =>
      runCampaign({
        engine,
        seed,
        writes: share(settings.writes),
        kills: share(settings.kills),
        folder,
        // The final read and the ends of rounds also need time.
        seconds: minutes * 60 * 0.85,
        broken: broken as Break | undefined,
        ...(broken && { bulkShare: 0 }),
        signal: stop.signal,
        onProgress(result) {
          latest.set(engine, result);
          say(progressLine(result));
          write(folder, [...latest.values()]);
        },
      }),
    ),
  );
  clearTimeout(timer);
  write(folder, results);
  say(markdown(results));
  const violations = results.flatMap((result) => result.violations);
  for (const { kind, text } of violations.slice(0, 20)) say(`${kind}: ${text}`);
  if (!settings.folder && violations.length === 0) rmSync(folder, { recursive: true });
  else say(`The report, and the ledgers of rounds with violations, are in ${folder}.`);
  if (!broken) return violations.length === 0;
  const seen = results.every((result) => sees(broken as Break, result.violations));
  say(`${BREAKS[broken as Break]}: ${seen ? 'the checker saw it' : 'THE CHECKER DID NOT SEE IT'}`);
  return seen;
}

function readEngine(name: string): EngineName {
  const engine = ENGINES.find((known) => known === name.trim());
  if (!engine) throw new Error(`--engines names ${ENGINES.join(' and ')}, separated by a comma`);
  return engine;
}

const progressLine = (result: CampaignResult): string => {
  const { engine, rounds, progress, violations, seconds } = result;
  const rate = short(progress / seconds);
  return `${engine}: ${rounds} rounds, ${short(progress)} writes, ${killsOf(result)} kills, ${violations.length} violations, ${short(seconds)} s, ${rate} writes/s`;
};

function write(folder: string, results: CampaignResult[]): void {
  writeFileSync(join(folder, 'report.json'), `${JSON.stringify(results, undefined, 2)}\n`);
  writeFileSync(join(folder, 'report.md'), markdown(results));
}

const NAMES: Record<EngineName, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

/** The results, with a column for each engine. */
function markdown(results: CampaignResult[]): string {
  const row = (name: string, cell: (result: CampaignResult) => number | string): string => {
    const cells = results.map(cell).map((value) => (typeof value === 'number' ? value.toLocaleString('en-US') : value));
    return `| ${[name, ...cells].join(' | ')} |`;
  };
  const rows = (names: Record<string, string>, from: (result: CampaignResult) => Record<string, number>) =>
    Object.entries(names)
      .filter(([key]) => results.some((result) => from(result)[key]))
      .map(([key, name]) => row(name, (result) => from(result)[key] ?? 0));
  const count = (result: CampaignResult, kind: string) =>
    result.violations.filter((violation) => violation.kind === kind).length;
  return [
    `| seed ${results[0]?.seed} | ${results.map(({ engine }) => NAMES[engine]).join(' | ')} |`,
    `|---|${results.map(() => '---:|').join('')}`,
    ...(results.some(({ stopped }) => stopped)
      ? [row('stopped before the end', ({ stopped }) => String(stopped))]
      : []),
    row('rounds', ({ rounds }) => rounds),
    ...rows(TALLY, ({ tally }) => tally),
    row('kills in all', killsOf),
    ...rows(EVENTS, ({ events }) => events),
    row('requests through the network of faults', ({ met }) => Object.values(met).reduce((sum, one) => sum + one, 0)),
    ...rows(FAULTS, ({ met }) => met),
    ...Object.entries(VIOLATIONS).map(([kind, name]) => row(`**${name}**`, (result) => count(result, kind))),
    row('users read once more at the end', ({ readAgain }) => readAgain),
    row('minutes', ({ seconds }) => Math.round(seconds / 6) / 10),
    '',
  ].join('\n');
}
