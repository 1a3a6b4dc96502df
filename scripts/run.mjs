// Runs a TypeScript script on every supported Node: bundle it to a temporary file, then execute that.
//   node scripts/run.mjs scripts/generate.ts [arguments]
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { build } from 'esbuild';

const [script, ...args] = process.argv.slice(2);
mkdirSync('node_modules/.cache', { recursive: true });
const outfile = `node_modules/.cache/run-${process.pid}.mjs`;
await build({
  entryPoints: [script],
  outfile,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: 'inline',
  define: { KITH_VERSION: JSON.stringify(JSON.parse(readFileSync('package.json', 'utf8')).version) },
});
// Ctrl-C reaches the script too, which handles it itself. The built file is removed in any case.
process.on('SIGINT', () => {});
const { status } = spawnSync(process.execPath, ['--enable-source-maps', outfile, ...args], { stdio: 'inherit' });
rmSync(outfile, { force: true });
process.exit(status ?? 1);
