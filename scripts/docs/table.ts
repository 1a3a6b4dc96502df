/** A page with a table of these rows, the first of them its head, between its marks: `<!-- NAME… -->` and `<!-- end -->`. */
export function withTable(page: string, name: string, [head, ...rows]: string[][]): string {
  const lines = [head!, head!.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`);
  const marks = new RegExp(`(<!-- ${name}[^>]*-->\n).*?(<!-- end -->)`, 's');
  return page.replace(marks, (_, start: string, end: string) => start + lines.join('') + end);
}
