// Bundles the command line into dist/: one ESM entry with split chunks, so that a start loads only what it uses.
//   node scripts/build.mjs [--if-changed | --for-tests | --bundle]
//   node scripts/build.mjs ENTRY OUTPUT       bundles the floor of the benchmark with the same options
//   node scripts/build.mjs --readable FOLDER  only the programs, with lines and source paths, for profiling
// --if-changed builds only if the sources changed since dist/ was built. --for-tests does the same, but fails if a
// generated file is stale: a test run must not read an old tool list, and must not write tracked files. --bundle writes
// only the programs over those in dist/, for a mutant that exists for one test run.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { joinChunks } from './join-chunks.mjs';
import { takeLock } from './lock.mjs';

const { version } = JSON.parse(await readFile('package.json', 'utf8'));

const DIST = 'dist';
/** Output folder of the packaging commands in CONTRIBUTING.md: scripts/packaging/packed-files.ts. */
const RELEASE = `${DIST}/release`;
/** Contains the hash of the sources that dist/ was built from. */
const STAMP = '.built-from';
const SOURCES = ['src', 'tools', 'scripts', 'package.json', 'package-lock.json'];
const PRODUCT = {
  cli: 'src/cli/main.ts',
  client: 'src/client/index.ts',
  // Worker threads that read untrusted text, each started from its own file: see src/shared/worker/.
  'workers/calendar': 'src/providers/ics/worker.ts',
  'workers/file': 'src/import/formats/file-worker.ts',
  'workers/picture': 'src/web/pictures/worker.ts',
};

/** Files that pages load from /assets/: see src/web/layout/assets.ts. */
const ASSETS = {
  page: 'src/web/client/page.ts',
  graph: 'src/web/client/graph/graph.ts',
  styles: 'src/web/assets/styles.css',
  'service-worker': 'src/web/worker/service-worker.ts',
  icon: 'src/web/assets/icon.svg',
  'icon-192': 'src/web/assets/icon-192.png',
  'icon-512': 'src/web/assets/icon-512.png',
  'icon-maskable': 'src/web/assets/icon-maskable.png',
};

const [first, output] = process.argv.slice(2);
if (first?.endsWith('.ts')) {
  await rm(dirname(output), { recursive: true, force: true });
  await bundle({ [basename(output, '.js')]: first }, dirname(output));
  await chmod(output, 0o755);
} else if (first === '--bundle') {
  // Later tests must not use its output.
  for (const path of ['chunks', STAMP]) await rm(join(DIST, path), { recursive: true, force: true });
  await bundle(PRODUCT, DIST);
} else if (first === '--readable') {
  await rm(output, { recursive: true, force: true });
  await bundle(PRODUCT, output, { minifySyntax: false, minifyWhitespace: false });
} else {
  await buildProduct(first);
}

async function buildProduct(mode) {
  const isCurrent = () => mode !== undefined && readStamp() === hashOfSources();
  if (isCurrent()) return;
  const unlock = takeLock('.dist.lock');
  try {
    if (isCurrent()) return;
    if (mode === '--for-tests') run('scripts/generate.ts', '--check');
    // Read before the build: an edit during the build makes its result stale.
    const hash = hashOfSources();
    const made = `.dist-${process.pid}`;
    try {
      await makeProduct(made);
      await writeFile(join(made, STAMP), hash);
      replaceDist(made);
    } finally {
      rmSync(made, { recursive: true, force: true });
    }
  } finally {
    unlock();
  }
}

async function makeProduct(folder) {
  const { licensesOf } = await import('./licenses.mjs');
  const metafile = await bundle(PRODUCT, folder);
  const { cli: program, ...others } = PRODUCT;
  await joinChunks(folder, metafile.outputs, {
    program,
    others: Object.values(others),
    host: 'src/cli/servers/stdio.ts',
    // A tool's first call, and the service that it opens.
    later: {
      call: [
        ...['call-tool', 'call-catalogue', 'confirmation'].map((name) => `src/mcp/tools/${name}.ts`),
        ...['src/server/composition/open-client.ts', 'src/mcp/notifications/notifying-client.ts'],
      ],
      service: ['src/server/composition/local-data.ts', 'src/service/service.ts', 'src/identity/users/users.ts'],
    },
    // These load parts of them and open no service.
    light: ['src/cli/program/program.ts', 'src/cli/commands/tools.ts', 'src/client/remote.ts'],
  });
  const { inputs } = await bundleAssets(join(folder, 'assets'));
  Object.assign(metafile.inputs, inputs, await bundleView(join(folder, 'view.html')));
  await chmod(join(folder, 'cli.js'), 0o755);
  await writeFile(join(folder, 'LICENSES.txt'), await licensesOf(metafile));
  run('scripts/client-types.ts', join(folder, 'client.d.ts'));
}

/**
 * A process that starts dist/cli.js at this moment gets either the complete old file or the new one. Packed release
 * files stay.
 */
function replaceDist(made) {
  const old = `${made}-old`;
  if (existsSync(RELEASE)) renameSync(RELEASE, join(made, basename(RELEASE)));
  if (existsSync(DIST)) renameSync(DIST, old);
  renameSync(made, DIST);
  rmSync(old, { recursive: true, force: true });
}

function run(script, ...args) {
  execFileSync(process.execPath, ['scripts/run.mjs', script, ...args], { stdio: 'inherit' });
}

function readStamp() {
  try {
    return readFileSync(join(DIST, STAMP), 'utf8');
  } catch {
    return undefined;
  }
}

function hashOfSources() {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap(filesUnder)) hash.update(`\0${path}\0`).update(readFileSync(path));
  return hash.digest('hex');
}

function filesUnder(path) {
  if (/\.json$/.test(path)) return [path];
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) =>
    entry.isDirectory() ? filesUnder(`${path}/${entry.name}`) : [`${path}/${entry.name}`],
  );
}

async function bundle(entryPoints, outdir, options = {}) {
  const { build } = await import('esbuild');
  const { metafile } = await build({
    metafile: true,
    entryPoints,
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    chunkNames: 'chunks/[name]-[hash]',
    minifySyntax: true,
    minifyWhitespace: true,
    // Licenses go into a separate file.
    legalComments: 'none',
    // The one native module is external: it is resolved only if Node has no SQLite of its own, or an insufficient one.
    external: ['kith-sqlite'],
    loader: { '.wasm': 'binary' },
    // Some bundled packages are CommonJS and call require for Node's built-in modules.
    banner: {
      js: "#!/usr/bin/env node\nimport { createRequire as $r } from 'node:module';const require=$r(import.meta.url);",
    },
    define: { KITH_VERSION: JSON.stringify(version) },
    plugins: [parsedJson(), namedModels()],
    logLevel: 'warning',
    ...options,
  });
  return metafile;
}

/** Hashed names, so that browsers can cache each file permanently. */
async function bundleAssets(outdir) {
  const { build } = await import('esbuild');
  const { metafile } = await build({
    metafile: true,
    entryPoints: ASSETS,
    outdir,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    entryNames: '[name]-[hash]',
    loader: { '.svg': 'copy', '.png': 'copy' },
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
  return metafile;
}

/** The page that clients show beside results, with inline style and script: it may load nothing, and stays small. */
async function bundleView(output) {
  const [{ build }, { minify }] = await Promise.all([import('esbuild'), import('terser')]);
  const built = async (entry, minified) => {
    const { metafile, outputFiles } = await build({
      metafile: true,
      entryPoints: [entry],
      write: false,
      bundle: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      charset: 'utf8',
      minify: minified,
      legalComments: 'none',
      logLevel: 'warning',
    });
    return { inputs: metafile.inputs, text: outputFiles[0].text.trim() };
  };
  // Terser inlines more words if esbuild leaves the script as it is.
  const [script, style] = await Promise.all([built('src/views/main.ts', false), built('src/views/views.css', true)]);
  // No function of the view uses `this` or `new`, so all can be arrows.
  const { code } = await minify(script.text, {
    module: true,
    ecma: 2020,
    compress: { passes: 4, unsafe_arrows: true },
  });
  // The minifier keeps the spaces in values of custom properties.
  const css = style.text.replace(/(?<=[:,(]) +/g, '');
  const shell = await readFile('src/views/shell.html', 'utf8');
  const page = shell
    .replace('/* styles */', () => css.replaceAll('</style', '<\\/style'))
    .replace('/* script */', () => code.replaceAll('</script', '<\\/script'));
  await writeFile(output, page);
  return { ...script.inputs, ...style.inputs };
}

/**
 * Node parses the tool list from JSON text in half the time of compiling it as a literal, which saves 5% of a
 * start.
 */
function parsedJson() {
  return {
    name: 'parsed-json',
    setup: ({ onLoad }) =>
      onLoad({ filter: /\.json$/ }, async ({ path }) => {
        const text = JSON.stringify(JSON.parse(await readFile(path, 'utf8')));
        // CommonJS packages call require for theirs.
        const exported = path.includes('node_modules') ? 'module.exports =' : 'export default';
        return { contents: `${exported} JSON.parse(${JSON.stringify(text)})`, loader: 'js' };
      }),
  };
}

/** oidc-provider identifies its models by class name, which minifying would drop. */
function namedModels() {
  return {
    name: 'named-models',
    setup: ({ esbuild, onLoad }) =>
      onLoad({ filter: /node_modules[\\/]oidc-provider[\\/]lib[\\/]models[\\/].*\.js$/ }, async ({ path }) => {
        const { code } = await esbuild.transform(await readFile(path, 'utf8'), { keepNames: true });
        return { contents: code, loader: 'js' };
      }),
  };
}
