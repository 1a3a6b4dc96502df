/** What `npm run mutate` changes when no files are named. */
export const TARGETS = ['src/service/runtime', 'src/client', 'src/mcp', 'src/service/merge'];

/** The tests that hold a source file, by the first pattern that matches its path; those that most likely fail stand first. */
const TESTS: [source: RegExp, tests: string[]][] = [
  [/^src\/client\/(shared-limit|cluster)/, ['client/rate-limit', 'client/shared-limit']],
  [
    /^src\/client\/(retry|verdict|wait|failures|read-answer)/,
    ['client/retry', 'client/deadlines', 'client/tolerance', 'shared/retry-after'],
  ],
  [
    /^src\/client\/(limiter|rate-headers|rate-limit|work-kind)/,
    ['client/rate-limit', 'client/retry', 'client/deadlines', 'client/advice'],
  ],
  [
    /^src\/client\//,
    [
      'client/retry',
      'client/tolerance',
      'client/library',
      'client/advice',
      'client/rate-limit',
      'client/deadlines',
      'client/secrets',
      'client/import',
      'mcp/stdio',
      'mcp/remote',
    ],
  ],
  [/^src\/mcp\/.*(filter|enabled)/, ['contract/filters', 'mcp/filters', 'mcp/stdio', 'http/mcp']],
  [/^src\/mcp\/.*(notice|notif|changes|other-processes)/, ['mcp/notices', 'mcp/resources', 'mcp/stdio']],
  [/^src\/mcp\/.*(resource|markdown|complete|link-names)/, ['mcp/resources', 'mcp/notices', 'mcp/sanitize']],
  [/^src\/mcp\/.*(http|protected)/, ['http/mcp', 'http/attacks', 'http/headers', 'http/token']],
  [/^src\/mcp\/.*(sanitize|reply|rows|budget)/, ['mcp/sanitize', 'mcp/reply-size', 'mcp/replies']],
  [/^src\/mcp\//, ['mcp', 'http/mcp', 'http/attacks']],
  [
    /^src\/service\/merge\//,
    ['api/merge', 'api/merge-values', 'api/undo-merge', 'api/group-merge', 'api/undo-group-merge'],
  ],
  [/^src\/service\/runtime\/.*idempoten/, ['api/idempotency']],
  [/^src\/service\/runtime\/.*(limit|quota|rate)/, ['api/limits', 'api/shared-limits']],
  [/^src\/service\/runtime\/.*(cursor|paging|page)/, ['api/paging']],
  [
    /^src\/service\/runtime\//,
    [
      'api/protocol',
      'api/idempotency',
      'api/paging',
      'api/query',
      'api/malformed-requests',
      'api/gzip',
      'api/limits',
      'api/keys',
      'api/faults',
      'http/headers',
      'http/health',
    ],
  ],
];

/** Test files, as vitest takes them; nothing where the table names none. */
export const testsOf = (source: string): string[] =>
  (TESTS.find(([pattern]) => pattern.test(source))?.[1] ?? []).map((name) =>
    name.includes('/') ? `test/${name}.test.ts` : `test/${name}/`,
  );
