// Builds the documentation as a website of plain files with offline search. It works from a folder, without a server.
//   node scripts/run.mjs scripts/site.mjs [FOLDER]      default: site/
import { buildSite } from './site/build.mjs';

const [folder = 'site'] = process.argv.slice(2);
process.stderr.write(`wrote ${buildSite(folder)} pages to ${folder}\n`);
