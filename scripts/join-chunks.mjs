// Joins the files that a start or a first call loads, because finding, reading, and linking one costs more than most
// small files' content.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';

/** Size that every command can load without becoming slower. */
const SMALL = 50_000;
const LIBRARIES = 'node_modules/';
const SDK = `${LIBRARIES}@modelcontextprotocol/`;

/**
 * Joins chunks of a bundle. There are five files for a start: one that `program` loads at once, with small parts of
 * the rest; one that other programs load too, without the first one; one that loads the SDK if `host` does, which
 * `program` imports without another file in between; one for other libraries; and one for the rest, such as the list of
 * tools. Then there is one for each named list in `later`: its sources load together after the start, and none of them is loaded
 * separately by `others` or `light`. All of these are sources. `outputs` is the bundler's metafile.
 */
export async function joinChunks(folder, outputs, { program, others, host, later, light }) {
  const outputOf = (source) => {
    const output = Object.keys(outputs).find((path) => outputs[path].entryPoint === source);
    if (!output) throw new Error(`nothing loads ${source} by import(): correct the lists in scripts/build.mjs`);
    return output;
  };
  const first = loadedBy(outputs, outputOf(program)).slice(1);
  const added = loadedBy(outputs, outputOf(host)).filter((path) => !first.includes(path));
  const all = (path) => loadedBy(outputs, path);
  const isSmall = (path) => all(path).reduce((sum, one) => sum + outputs[one].bytes, 0) < SMALL;
  const isFrom = (path, folder) => Object.keys(outputs[path].inputs).some((source) => source.startsWith(folder));
  const hasSdk = (path) => all(path).some((one) => isFrom(one, SDK));
  const small = [...first, ...added.filter(isSmall)];
  const allOf = (sources) => sources.flatMap((source) => all(outputOf(source)));
  const elsewhere = new Set(allOf(others));
  const groups = {
    shared: small.filter((path) => elsewhere.has(path)),
    base: small.filter((path) => !elsewhere.has(path)),
    host: added.filter(hasSdk),
  };
  const rest = added.filter((path) => !small.includes(path) && !groups.host.includes(path));
  groups.libraries = rest.filter((path) => isFrom(path, LIBRARIES));
  groups.lists = rest.filter((path) => !isFrom(path, LIBRARIES));
  const taken = new Set([...first, ...added, ...allOf([...others, ...light])]);
  for (const [name, sources] of Object.entries(later)) {
    groups[name] = [...new Set(allOf(sources))].filter((path) => !taken.has(path));
    for (const path of groups[name]) taken.add(path);
  }
  /**
   * Each chunk's new file, and the names of its exports there: chunks may export different things with the same
   * name.
   */
  const moved = new Map();
  for (const [name, paths] of Object.entries(groups))
    for (const [index, path] of paths.entries())
      moved.set(resolve(path), {
        to: join(folder, 'chunks', `${name}.js`),
        // The program imports these by their own names.
        prefix: path === outputOf(host) ? '' : `c${index}_`,
      });
  for (const [name, paths] of Object.entries(groups)) await joinInto(paths, join(folder, 'chunks', `${name}.js`));
  for (const path of [
    ...Object.keys(outputs),
    ...Object.keys(groups).map((name) => join(folder, 'chunks', `${name}.js`)),
  ]) {
    if (!path.endsWith('.js')) continue;
    if (!moved.has(resolve(path))) await writeFile(path, redirected(path, await readFile(path, 'utf8')));
    // Chunks loaded by name still exist under it.
    else if (outputs[path].entryPoint)
      await writeFile(path, redirected(path, reexport(path, `./${path.split('/').at(-1)}`)));
    else await rm(path);
  }

  async function joinInto(paths, outfile) {
    const contents = paths.map((path) => reexport(path, resolve(path), moved.get(resolve(path)).prefix)).join('');
    const isJoined = new Set(paths.map((path) => resolve(path)));
    await build({
      stdin: { contents, resolveDir: resolve(folder, 'chunks') },
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      minifySyntax: true,
      minifyWhitespace: true,
      logLevel: 'warning',
      plugins: [
        {
          name: 'joined',
          setup: ({ onResolve }) =>
            onResolve({ filter: /.*/ }, ({ path, kind, resolveDir }) => {
              const file = resolve(resolveDir, path);
              return kind === 'import-statement' && isJoined.has(file) ? { path: file } : { path, external: true };
            }),
        },
      ],
    });
  }

  /** Exports everything in a chunk, each with its name after `prefix`. */
  function reexport(path, from, prefix = '') {
    const names = outputs[path].exports.map((one) => `${one} as ${prefix}${one}`);
    return names.length > 0
      ? `export{${names.join()}}from${JSON.stringify(from)};\n`
      : `import${JSON.stringify(from)};\n`;
  }

  /** An output's text, with imports of joined chunks redirected to their new files. */
  function redirected(path, text) {
    const direct = path === outputOf(program) ? text.replace(`/${basename(outputOf(host))}"`, '/host.js"') : text;
    return direct.replace(
      /(import|export)(?:\{([^{}]*)\}from)?"(\.{1,2}\/[\w./-]+\.js)"/g,
      (whole, word, names, from) => {
        const { to, prefix } = moved.get(resolve(dirname(path), from)) ?? {};
        if (!to) return whole;
        const steps = relative(dirname(path), to).replaceAll('\\', '/');
        const file = JSON.stringify(steps.startsWith('.') ? steps : `./${steps}`);
        if (names === undefined) return `${word}${file}`;
        const renamed = names.split(',').map((one) => prefix + (one.includes(' as ') ? one : `${one} as ${one}`));
        return `${word}{${renamed.join()}}from${file}`;
      },
    );
  }
}

/** An output and everything that loads with it, itself first. */
function loadedBy(outputs, path, found = new Set()) {
  found.add(path);
  for (const { path: other, kind } of outputs[path].imports)
    if (kind === 'import-statement' && outputs[other] && !found.has(other)) loadedBy(outputs, other, found);
  return [...found];
}
