/** A Markdown table of these rows. The first row is its head. */
export function markdownTable([head, ...rows]: string[][]): string {
  return [head!, head!.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

/** Returns a page with a table between its marks: `<!-- NAME… -->` and `<!-- end -->`. */
export function withTable(page: string, name: string, rows: string[][]): string {
  const marks = new RegExp(`(<!-- ${name}[^>]*-->\n).*?(<!-- end -->)`, 's');
  return page.replace(marks, (_, start: string, end: string) => start + markdownTable(rows) + end);
}
