/** Loads a command when it is called, runs it, and sets the process's exit code. */
export const action =
  <A extends unknown[]>(load: () => Promise<(...args: A) => Promise<number>>) =>
  async (...args: A): Promise<void> => {
    process.exitCode = await (await load())(...args);
  };

/** Formats the examples in a command's help. */
export const examples = (...lines: string[]): string =>
  `\n${lines.length === 1 ? 'Example' : 'Examples'}:\n${lines.map((line) => `  ${line}`).join('\n')}`;

export const JSON_OPTION = ['--json', 'JSON output'] as const;
