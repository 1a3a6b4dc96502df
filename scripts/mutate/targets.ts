import { statSync } from 'node:fs';

/** The default targets of `node scripts/run.mjs scripts/mutate/run.ts`. */
export const TARGETS = ['src/service/runtime', 'src/client', 'src/mcp', 'src/service/history/merge'];

/**
 * Tests for each source file, by the first matching path pattern: the ones that detect a fault soonest first, the long
 * ones last.
 */
const TESTS: [source: RegExp, tests: string][] = [
  [/^src\/client\/(shared-limit|redis-limit|bottleneck)/, 'client/redis-limit client/shared-limit.slow'],
  [
    /^src\/client\/(request-budget|rate-limit-headers|send-queue)/,
    'client/rate-limit client/deadlines client/retry shared/retry-after client/shared-limit.slow',
  ],
  [/^src\/client\/retry/, 'client/retry client/deadlines client/tolerance client/rate-limit client/advice'],
  [/^src\/client\/(failures|read-response|http)/, 'client/tolerance client/retry client/secrets mcp/strange-answers'],
  [/^src\/client\/split/, 'client/retry mcp/long-calls client/library'],
  [/^src\/client\/paginate/, 'client/paginate cli/export.slow'],
  [/^src\/client\/in-process/, 'mcp/stdio mcp/resources mcp/long-calls import/import'],
  [
    /^src\/client\//,
    'client/retry client/tolerance client/library client/secrets client/advice mcp/remote mcp/strange-answers mcp/stdio',
  ],

  [/^src\/mcp\/observe/, 'http/observe'],
  [/^src\/shared\/text\/sanitize/, 'mcp/sanitize'],
  [/^src\/mcp\/prompts/, 'mcp/prompts'],
  [/^src\/mcp\/http\//, 'http/mcp http/attacks http/headers http/token'],
  [/^src\/mcp\/notifications\//, 'mcp/notices http/attacks http/mcp mcp/scenario'],
  [/^src\/mcp\/resources\/markdown/, 'mcp/markdown mcp/resources'],
  [
    /^src\/mcp\/resources\//,
    'mcp/resources mcp/notices mcp/reply-size mcp/stdio mcp/prompts mcp/sanitize agenda/texts',
  ],
  [/^src\/mcp\/replies\//, 'mcp/reply-size mcp/resources mcp/stdio mcp/strange-answers mcp/replies'],
  [/^src\/mcp\/tools\/(filters|enabled-tools|list)/, 'contract/filters mcp/filters mcp/stdio http/attacks http/mcp'],
  [/^src\/mcp\/tools\/(.*catalogue|search)/, 'mcp/filters contract/tool-choice mcp/long-calls mcp/replies'],
  [
    /^src\/mcp\/tools\//,
    'mcp/stdio mcp/questions mcp/group-tools mcp/long-calls mcp/strange-answers mcp/filters mcp/remote mcp/replies',
  ],
  [/^src\/mcp\//, 'mcp/stdio http/mcp http/attacks mcp/notices mcp/scenario mcp/filters'],

  [/^src\/service\/history\/merge\/list/, 'cli/trash.slow api/undo-group-merge'],
  [/^src\/service\/history\/merge\/handlers/, 'api/merge api/undo-merge mcp/long-calls'],
  [/^src\/service\/history\/merge\/columns/, 'api/merge-values api/merge'],
  [/^src\/service\/history\/merge\/undo/, 'api/undo-merge api/undo-properties'],
  [/^src\/service\/history\/merge\//, 'api/undo-merge api/merge api/merge-values api/undo-properties'],

  [/^src\/service\/runtime\/client-address/, 'http/client-address api/proxies api/limits'],
  [/^src\/service\/runtime\/journal/, 'store/journal api/keys api/proxies'],
  [/^src\/service\/runtime\/.*limit/, 'api/limits api/keys api/shared-limits'],
  [/^src\/service\/runtime\/cursor/, 'api/paging'],
  [/^src\/service\/runtime\/query/, 'api/query api/bad-input'],
  [/^src\/service\/runtime\/read-body/, 'api/protocol api/gzip api/malformed-requests mcp/stdio'],
  [
    /^src\/service\/runtime\/read-request/,
    'api/query api/protocol api/bad-input mcp/stdio mcp/long-calls api/idempotency mcp/replies',
  ],
  [
    /^src\/service\/runtime\/(respond|routes|app)/,
    'api/protocol api/limits http/headers api/photos api/malformed-requests',
  ],
  [/^src\/service\/runtime\/request-context/, 'api/protocol api/limits api/keys api/faults api/proxies cli/log.slow'],
  [/^src\/service\/runtime\/live/, 'agenda/writes agenda/faults'],
  [
    /^src\/service\/runtime\/idempotency/,
    'api/idempotency mcp/long-calls durability/takeover.slow durability/kill-in-steps.nightly',
  ],
  [
    /^src\/service\/runtime\/(execute|stepwise)/,
    'api/idempotency mcp/long-calls api/protocol mcp/notices agenda/writes durability/writers.slow durability/kill-in-steps.nightly',
  ],
  [/^src\/service\/runtime\/retention/, 'api/undo-merge api/trash-properties api/idempotency'],
  [/^src\/service\/runtime\//, 'api/duplicates api/merge api/contacts-bulk'],
];

/** Sources of the tool list, which `npm run generate -- --check` verifies. */
export const isGeneratedFrom = (source: string): boolean => /^src\/mcp\/tools\/(list|extra-arguments)/.test(source);

/** A source file's test files, in vitest's form. */
export function testsOf(source: string): string[] {
  const names = TESTS.find(([pattern]) => pattern.test(source))?.[1];
  if (!names) throw new Error(`scripts/mutate/targets.ts names no tests for ${source}`);
  const files = names.split(' ').map((name) => `test/${name}.test.ts`);
  // A renamed test must not go missing unnoticed.
  for (const file of files) statSync(file);
  return files;
}
