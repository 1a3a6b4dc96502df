/** Runs a command that loads when it is called, and ends the process with the exit code it answers. */
export const action =
  <A extends unknown[]>(load: () => Promise<(...args: A) => Promise<number>>) =>
  async (...args: A): Promise<void> => {
    process.exitCode = await (await load())(...args);
  };

/** What stands below the options of a command in its help. */
export const examples = (...lines: string[]): string =>
  `\n${lines.length === 1 ? 'Example' : 'Examples'}:\n${lines.map((line) => `  ${line}`).join('\n')}`;

export const JSON_OPTION = ['--json', 'print the answer as JSON, for programs'] as const;
