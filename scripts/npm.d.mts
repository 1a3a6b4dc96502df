export function npmCommand(tool: 'npm' | 'npx', args: string[]): [string, string[]];
