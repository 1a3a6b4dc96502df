import { parseArgs } from 'node:util';
import { checkAccounts, checkConnection, checkPhotos } from '../doctor/connection.ts';
import { checkData, isThereData } from '../doctor/data.ts';
import { checkSettings } from '../doctor/settings.ts';
import { oneLine, say, sayJson } from '../print.ts';
import { namesRemote } from '../settings.ts';

/** What a check found. `todo` says what to do about it. */
export interface Finding {
  state: 'ok' | 'warning' | 'problem';
  what: string;
  todo?: string;
}

const MARKS = { ok: 'ok     ', warning: 'warning', problem: 'PROBLEM' };

/** `kith doctor`: looks at configuration, data, connection and accounts, and makes nothing. Exit code 1 for a problem. */
export async function runDoctor(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } });
  const findings = checkSettings();
  const remote = namesRemote();
  if (!remote) findings.push(...(await checkData()));
  // Settings and data that do not work would only be told twice, and opening makes data where there is none.
  const opens = !findings.some(({ state }) => state === 'problem') && (remote || isThereData());
  if (opens) {
    const { found, client, account, close } = await checkConnection();
    findings.push(...found);
    if (account) findings.push(await checkPhotos(account));
    if (client) findings.push(...(await checkAccounts(client)));
    await close();
  }
  const problems = findings.filter(({ state }) => state === 'problem').length;
  await (values.json ? sayJson(findings) : say(`${textOf(findings)}\n`));
  return problems === 0 ? 0 : 1;
}

function textOf(findings: Finding[]): string {
  const lines = findings.flatMap(({ state, what, todo }) => [
    `${MARKS[state]}  ${oneLine(what)}`,
    ...(todo ? [`         → ${oneLine(todo)}`] : []),
  ]);
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  const [problems, warnings] = [count('problem'), count('warning')];
  if (problems + warnings === 0) return [...lines, '', 'All is well.'].join('\n');
  return [...lines, '', `${problems} problem(s), ${warnings} warning(s).`].join('\n');
}
