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

Environment variables, read once at start. A blank one sets nothing. \`kith help settings\` lists them, and \`kith doctor\` names
those that are unknown or wrong. A secret one leaves the environment at start: no crash report and no program that kith
starts finds it there. Made by \`npm run generate\`.

${table([['Setting', 'Meaning', 'Default', 'Commands'], ['---', '---', '---', '---'], ...rows])}

Traces and metrics go where OpenTelemetry's own variables say (\`OTEL_EXPORTER_OTLP_ENDPOINT\` and the others), by OTLP over
HTTP; nowhere by default.
`;
}

/** A page with the table of what limits the tools: each a flag, a setting and a header. */
export function withFilters(page: string): string {
  const rows = SETTINGS.map((setting) => {
    const variable: SettingName = variableOf(setting);
    const { flag = '', help } = settingFacts(variable);
    return [`\`${flag}\``, `\`${variable}\``, `\`${headerOf(setting)}\``, help];
  });
  return withTable(page, 'filters', [['Flag', 'Environment', 'Over HTTP, to narrow further', 'Meaning'], ...rows]);
}
