// Bundles the command line into dist/: one ESM entry with split chunks, so that a start loads only what it uses.
import { chmod, readFile, rm } from 'node:fs/promises';
import { build } from 'esbuild';

const { version } = JSON.parse(await readFile('package.json', 'utf8'));

await rm('dist', { recursive: true, force: true });
await build({
  entryPoints: { cli: 'src/cli/main.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  chunkNames: 'chunks/[name]-[hash]',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'linked',
  // The one native module stays outside: it is looked for only where Node has no SQLite of its own.
  external: ['@photostructure/sqlite'],
  // Some bundled packages are CommonJS and call require for Node's own modules.
  banner: {
    js: "#!/usr/bin/env node\nimport { createRequire as $r } from 'node:module';const require=$r(import.meta.url);",
  },
  define: { KITH_VERSION: JSON.stringify(version) },
  logLevel: 'warning',
});
await chmod('dist/cli.js', 0o755);
