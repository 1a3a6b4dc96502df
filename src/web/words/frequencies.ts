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
export const spanText = (span: string): string =>
  SPANS.find(([one]) => one === span)?.[1] ?? `every ${span.replace('mon', 'month')}`;

const NEVER = 'no fixed rhythm';

/** Options of a field. A stored frequency may be missing from the list. */
export const rhythmOptions = (present = ''): [string, string][] => [
  ['', NEVER],
  ...SPANS,
  ...(present && !SPANS.some(([span]) => span === present) ? [[present, spanText(present)] as [string, string]] : []),
];
