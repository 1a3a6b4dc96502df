// Builds the documents as a small site of plain files, from the same Markdown that the repository shows.
//   npm run site [-- FOLDER]      site/ by default
import { buildSite } from './site/build.ts';

const [folder = 'site'] = process.argv.slice(2);
process.stderr.write(`wrote ${buildSite(folder)} pages to ${folder}\n`);
