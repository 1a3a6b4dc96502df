import type { Account, Row } from './account.ts';

/** Columns that Monica's SQL export omits. */
const NOT_EXPORTED: Record<string, string[]> = { conversations: ['happened_at'] };

/** The account in the format of Monica's SQL export. */
export function sqlExport(account: Account): string {
  const head = '# *****\n# Uma User dump of data\n# Export date: 2026-01-01\n# *****\n\nSET FOREIGN_KEY_CHECKS=0;\n';
  const tables = Object.entries(account).flatMap(([table, rows]) => insert(table, rows));
  return [head, ...tables, 'SET FOREIGN_KEY_CHECKS=1;\n'].join('\n');
}

function insert(table: string, rows: Row[]): string[] {
  const columns = Object.keys(rows[0] ?? { id: 1 }).filter((column) => !NOT_EXPORTED[table]?.includes(column));
  // The one table whose INSERT is written even without rows.
  if (rows.length === 0 && table !== 'contact_photo') return [];
  const values = rows.map((row) => ` (${columns.map((column) => phpValue(row[column] ?? null)).join(',')})`);
  return [
    `INSERT IGNORE INTO \`${table}\` (${columns.map((name) => `\`${name}\``).join(',')}) VALUES\n${values.join(',\n')};\n`,
  ];
}

/** NULL, unquoted if PHP considers it numeric, otherwise with backslashes before quotes, backslashes, and NUL. */
export function phpValue(value: string | number | null): string {
  if (value === null) return 'NULL';
  const text = String(value);
  if (/^[ \t\n\r\v\f]*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?[ \t\n\r\v\f]*$/i.test(text)) return text;
  return `'${text.replace(/['"\\]/g, '\\$&').replaceAll('\0', '\\0')}'`;
}
