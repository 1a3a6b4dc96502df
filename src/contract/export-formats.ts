/** Everything as an archive; the contacts as vCard or as a table. */
export const EXPORT_FORMATS = ['json', 'vcf', 'csv'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];
