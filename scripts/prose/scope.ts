/** Files that must be clean. Add a folder once its texts are rewritten. */
const CLEAN: readonly RegExp[] = [
  /^[A-Z]+\.md$/,
  /^docs\//,
  /^scripts\/prose/,
  /^test\/(agenda|api|browser|campaign|cli|client|contract|dav|data|durability|failover|http|import|jobs|mcp|people|release|search|secrets|shared|sign-in|store|tasks|web)\//,
];

/** Texts that nobody writes by hand. */
const GENERATED = /^docs\/operations\.md$/;

export const isInScope = (path: string): boolean =>
  CLEAN.some((pattern) => pattern.test(path)) && !GENERATED.test(path);
