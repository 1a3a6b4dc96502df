/** Frequencies for keeping in touch and for repeated reminders. */
export const SPANS: [span: string, text: string][] = [
  ['7 days', 'every week'],
  ['14 days', 'every 2 weeks'],
  ['1 mon', 'every month'],
  ['3 mons', 'every 3 months'],
  ['6 mons', 'every 6 months'],
  ['1 year', 'every year'],
];

/** A duration in words. It may be missing from the list. */
export const spanText = (span: string): string => listed(SPANS, span) ?? `every ${span.replace('mon', 'month')}`;

const ADVERBS: [span: string, text: string][] = [
  ['7 days', 'weekly'],
  ['1 mon', 'monthly'],
  ['1 year', 'yearly'],
];

/** How a reminder repeats: "monthly", or "every 2 weeks". */
export const repeatText = (span: string): string => listed(ADVERBS, span) ?? spanText(span);

const listed = (texts: [span: string, text: string][], span: string) => texts.find(([one]) => one === span)?.[1];

/** Options for the keep-in-touch frequency. A stored frequency may be missing from the list. */
export const frequencyOptions = (present = ''): [string, string][] => [
  ['', 'No keep-in-touch reminder'],
  ...spansWith(present).map((span): [string, string] => [span, spanText(span)]),
];

/** Options for repeating a reminder. A stored repetition may be missing from the list. */
export const repeatOptions = (present = ''): [string, string][] => [
  ['', 'never'],
  ...spansWith(present).map((span): [string, string] => [span, repeatText(span)]),
];

const spansWith = (present: string): string[] =>
  [...new Set([...SPANS.map(([span]) => span), present])].filter(Boolean);
