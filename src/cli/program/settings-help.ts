import { SETTING_NAMES, type SettingName, settingFacts } from '../../settings.ts';

const WIDTH = 80;

/** Returns a command's settings for its help, except those with their own option. */
export function settingsOf(command: string): string {
  const names = SETTING_NAMES.filter((setting) => {
    const { commands, flag } = settingFacts(setting);
    return commands?.includes(command) && flag === undefined;
  });
  return names.length === 0 ? '' : `\nSettings:\n${names.map(entry).join('').trimEnd()}`;
}

/** Returns help for every environment variable that kith reads. */
export const settingsHelp = (): string =>
  `Settings are environment variables. Blank ones are ignored. kith doctor checks\nthem.\n\n${SETTING_NAMES.map(entry).join('')}`;

function entry(name: SettingName): string {
  const { help, default: unset } = settingFacts(name);
  const words = unset === undefined ? help : `${help} (default: ${unset})`;
  return `  ${name}\n${wrapped(words.replaceAll('`', ''), '      ')}\n`;
}

/** Wraps text to the terminal width, with each line indented. */
function wrapped(text: string, indent: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    if (indent.length + lines.at(-1)!.length + 1 + word.length > WIDTH) lines.push('');
    lines[lines.length - 1] += `${lines.at(-1) === '' ? '' : ' '}${word}`;
  }
  return lines.map((line) => indent + line).join('\n');
}
