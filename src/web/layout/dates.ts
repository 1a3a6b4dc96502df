const formats = new Map<string, Intl.DateTimeFormat>();

/** A format for dates, kept: making one takes longer than everything else in a row of a list. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', options);
  formats.set(key, made);
  return made;
}
