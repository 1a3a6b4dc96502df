// Bundles the command line into dist/: one ESM entry with split chunks, so that a start loads only what it uses.
//   node scripts/build.mjs [ENTRY OUTPUT]     the bench bundles its floor with the same options
import { execFileSync } from 'node:child_process';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { build } from 'esbuild';
import { licensesOf } from './licenses.mjs';

const { version } = JSON.parse(await readFile('package.json', 'utf8'));

const [entry, output = 'dist/cli.js'] = process.argv.slice(2);
const outdir = dirname(output);
const product = {
  cli: 'src/cli/main.ts',
  client: 'src/client/index.ts',
  // Threads that read what strangers wrote, each started from its own file: see src/shared/worker/.
  'workers/calendar': 'src/service/providers/ics/worker.ts',
  'workers/file': 'src/import/formats/file-worker.ts',
};

// Node reads the tool list from text in half the time it takes to compile it as a literal: a twentieth of a start.
const parsedJson = {
  name: 'parsed-json',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.json$/ }, async ({ path }) => {
      const text = JSON.stringify(JSON.parse(await readFile(path, 'utf8')));
      return { contents: `export default JSON.parse(${JSON.stringify(text)})`, loader: 'js' };
    }),
};

await rm(outdir, { recursive: true, force: true });
const { metafile } = await build({
  metafile: true,
  entryPoints: entry ? { [basename(output, '.js')]: entry } : product,
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  chunkNames: 'chunks/[name]-[hash]',
  minifySyntax: true,
  minifyWhitespace: true,
  // The licenses go into a file of their own.
  legalComments: 'none',
  // The one native module stays outside: it is looked for only where Node has no SQLite of its own.
  external: ['@photostructure/sqlite'],
  // Some bundled packages are CommonJS and call require for Node's own modules.
  banner: {
    js: "#!/usr/bin/env node\nimport { createRequire as $r } from 'node:module';const require=$r(import.meta.url);",
  },
  define: { KITH_VERSION: JSON.stringify(version) },
  plugins: [parsedJson],
  logLevel: 'warning',
});
await chmod(output, 0o755);
if (!entry) await writeFile('dist/LICENSES.txt', await licensesOf(metafile));
if (!entry) execFileSync(process.execPath, ['scripts/run.mjs', 'scripts/client-types.ts', 'dist/client.d.ts']);
