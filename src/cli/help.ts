import { SETTING_NAMES, type SettingName, settingFacts } from '../settings.ts';
import { COMMANDS, type CommandEntry } from './command-list.ts';
import { version } from './environment.ts';

const flags = SETTING_NAMES.flatMap((name) => settingFacts(name).flag ?? []);
const FILTERS = `Filters: ${flags.join('  ')}`;

const formsOf = ({ usage, about, more = [] }: CommandEntry): [usage: string, about: string][] => [
  [usage, about],
  ...more,
];

/** `kith help`: every command in a line. */
export function help(): string {
  const rows: [string, string][] = [
    ['[FILTERS]', 'MCP over stdio, for an assistant to start'],
    ...Object.values(COMMANDS).flatMap(formsOf),
    ['help COMMAND|settings', 'the options of a command, or every setting'],
  ];
  const width = Math.max(...rows.map(([usage]) => usage.length));
  const lines = rows.map(([usage, about]) => `  kith ${usage.padEnd(width)}  ${about}`);
  return [`kith ${version}: a personal CRM that AI assistants can use`, '', ...lines, '', FILTERS, ''].join('\n');
}

/** `kith help NAME`: the forms of a command, and the settings that concern it. */
export function helpOf(command: CommandEntry): string {
  const [name] = command.usage.split(' ');
  const forms = formsOf(command).map(([usage, about]) => `kith ${usage}\n\n  ${about}\n`);
  const settings = SETTING_NAMES.filter((setting) => {
    const { commands, flag } = settingFacts(setting);
    return commands?.includes(name!) && flag === undefined;
  });
  const parts = [
    ...forms,
    ...(command.usage.includes('FILTERS') ? [`${FILTERS}\n`] : []),
    ...(settings.length > 0 ? [`Settings:\n${linesOf(settings)}`] : []),
  ];
  return parts.join('\n');
}

/** `kith help settings`: every environment variable that kith reads. */
export const helpOfSettings = (): string =>
  `Settings are environment variables; a blank one sets nothing. kith doctor checks them.\n\n${linesOf(SETTING_NAMES)}`;

function linesOf(names: SettingName[]): string {
  const width = Math.max(...names.map(({ length }) => length));
  const lines = names.map((name) => {
    const { help, default: unset } = settingFacts(name);
    const words = unset === undefined ? help : `${help} (default: ${unset})`;
    return `  ${name.padEnd(width)}  ${words.replaceAll('`', '')}\n`;
  });
  return lines.join('');
}
