// dependency-cruiser reads every file as TypeScript without JSX, and has no option for it: `npm run lint:imports` loads
// this file first to parse .tsx files with JSX.
import swc from '@swc/core';

const { parseFileSync } = swc;
Object.assign(swc, {
  parseFileSync: (file: string, options: swc.ParseOptions) =>
    parseFileSync(file, { ...options, syntax: 'typescript', tsx: file.endsWith('.tsx') }),
});
