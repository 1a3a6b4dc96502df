/**
 * Attributes of a form that changes a section of its page without a reload: the section is replaced with the one of the
 * next page, like the message and the other named sections.
 */
export const inPlace = (action: string, section: string, ...others: string[]): Record<string, string> => ({
  'hx-post': action,
  'hx-target': `#part-${section}`,
  'hx-select': `#part-${section}`,
  'hx-swap': 'outerHTML ignoreTitle:true',
  'hx-select-oob': ['#toast:innerHTML', ...others.map((other) => `#part-${other}`)].join(','),
});
