const formats = new Map<string, Intl.DateTimeFormat>();

/** How dates are written. Each way is made once: that takes longer than all else that a row of a list needs. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', options);
  formats.set(key, made);
  return made;
}
