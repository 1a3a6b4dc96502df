import { headerOf, SETTINGS, variableOf } from '../src/mcp/tools/enabled-tools.ts';
import { SETTING_NAMES, type SettingName, settingFacts } from '../src/settings.ts';
import { withTable } from './docs/table.ts';

const table = (rows: string[][]): string => rows.map((row) => `| ${row.join(' | ')} |`).join('\n');

/** The page that lists every setting. */
export function settingsPage(): string {
  const rows = SETTING_NAMES.map((name) => {
    const { help, default: unset = '', commands, secret } = settingFacts(name);
    const named = commands?.map((command) => (command === 'stdio' ? '`kith`' : `\`kith ${command}\``)).join(', ');
    return [`\`${name}\`${secret ? ', secret' : ''}`, help, unset, named ?? 'all'];
  });
  return `# Settings

This page lists the environment variables that configure kith. \`kith help settings\` lists them in the terminal, and \`kith doctor\` reports
unknown variables and invalid values.

kith reads settings once, at start. A blank value counts as not set. kith removes secret settings from the environment at start, so that no
crash report and no program that it starts can read them. \`npm run generate\` makes this page from \`src/settings.ts\`.

Example:

\`\`\`sh
KITH_DATA_DIR=~/kith-data KITH_READ_ONLY=1 kith
\`\`\`

${table([['Setting', 'Meaning', 'Default', 'Commands'], ['---', '---', '---', '---'], ...rows])}

OpenTelemetry's own variables, such as \`OTEL_EXPORTER_OTLP_ENDPOINT\`, set where kith sends traces and metrics over OTLP/HTTP. By default, it
sends none.
`;
}

/** Inserts the table of tool filters into docs/tools.md: flag, setting, and header. */
export function withFilters(page: string): string {
  const rows = SETTINGS.map((setting) => {
    const variable: SettingName = variableOf(setting);
    const { flag = '', help } = settingFacts(variable);
    return [`\`${flag}\``, `\`${variable}\``, `\`${headerOf(setting)}\``, help];
  });
  return withTable(page, 'filters', [['Flag', 'Environment', 'Over HTTP, to narrow further', 'Meaning'], ...rows]);
}
