// Fails if an import breaks a rule of .dependency-cruiser.cjs, or if files or folders import each other in a cycle.
//   npm run lint:imports
import './lint-imports/parse-tsx.ts';
import { resolve } from 'node:path';
import { cruise, format, type ICruiseResult } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { folderCycles } from './lint-imports/folder-cycles.ts';

const { output } = await cruise(['src', 'tools'], await extractOptions(resolve('.dependency-cruiser.cjs')));
const result = output as ICruiseResult;
const report = await format(result, { outputType: 'err' });
process.stdout.write(`${report.output}`);

const cycles = folderCycles(
  result.modules.map(({ source, dependencies }) => ({
    source,
    imports: dependencies.flatMap(({ resolved }) => (/^(src|tools)\//.test(resolved) ? resolved : [])),
  })),
);
for (const cycle of cycles) process.stdout.write(`  error folder-cycle: ${cycle}\n`);
process.exitCode = report.exitCode > 0 || cycles.length > 0 ? 1 : 0;
