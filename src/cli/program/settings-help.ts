import { SETTING_NAMES, type SettingName, settingFacts } from '../../settings.ts';

const WIDTH = 80;

/** The settings that concern a command, for its help; those with an option of their own are told there. */
export function settingsOf(command: string): string {
  const names = SETTING_NAMES.filter((setting) => {
    const { commands, flag } = settingFacts(setting);
    return commands?.includes(command) && flag === undefined;
  });
  return names.length === 0 ? '' : `\nSettings:\n${names.map(entry).join('').trimEnd()}`;
}

/** Every environment variable that kith reads. */
export const settingsHelp = (): string =>
  `Settings are environment variables; a blank one sets nothing. kith doctor checks\nthem.\n\n${SETTING_NAMES.map(entry).join('')}`;

function entry(name: SettingName): string {
  const { help, default: unset } = settingFacts(name);
  const words = unset === undefined ? help : `${help} (default: ${unset})`;
  return `  ${name}\n${wrapped(words.replaceAll('`', ''), '      ')}\n`;
}

/** Text in lines of the width of a terminal, each behind `indent`. */
function wrapped(text: string, indent: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    if (indent.length + lines.at(-1)!.length + 1 + word.length > WIDTH) lines.push('');
    lines[lines.length - 1] += `${lines.at(-1) === '' ? '' : ' '}${word}`;
  }
  return lines.map((line) => indent + line).join('\n');
}
