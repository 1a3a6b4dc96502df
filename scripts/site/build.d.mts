/** Writes the website into a folder, replacing an earlier one; returns the number of pages. */
export function buildSite(folder: string): number;
