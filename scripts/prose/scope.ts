/** Files that must be clean. Add a folder once its texts are rewritten. */
const CLEAN: readonly RegExp[] = [
  /^[A-Z]+\.md$/,
  /^docs\//,
  /^(bench|scripts|test|tools)\//,
  /^src\/(client|mcp|store|vcard|dav|providers|import|export|process|shared|contract|cli)\//,
  /^src\/service\//,
  /^src\/(identity|views|server|web)\//,
  /^src\/settings\.ts$/,
];

/** Generated texts. */
const GENERATED = /^docs\/operations\.md$/;

export const isInScope = (path: string): boolean =>
  CLEAN.some((pattern) => pattern.test(path)) && !GENERATED.test(path);
