/** A number above zero that a setting gives in place of the default. */
export function settingOr(standard: number, name: 'KITH_READ_SECONDS' | 'KITH_READ_MEGABYTES'): number {
  const given = Number(process.env[name]);
  return given > 0 && Number.isFinite(given) ? given : standard;
}
