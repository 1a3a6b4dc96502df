// dependency-cruiser reads every file as TypeScript without JSX, and has no option for it: `npm run lint:imports` loads this
// first, so that .tsx is read as what it is.
const swc = require('@swc/core');

const { parseFileSync } = swc;
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') });
