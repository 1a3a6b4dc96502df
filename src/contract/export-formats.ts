/** `json` is an archive of all data; `vcf` and `csv` contain only contacts. */
export const EXPORT_FORMATS = ['json', 'vcf', 'csv'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];
